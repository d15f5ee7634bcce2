/** Damaged files that are still valid, with reasons. Every other one must be refused. */
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import type { Damage } from './damages.ts';

interface AcceptedDamage {
  sources: readonly string[];
  damages: RegExp;
  /** Applies only to routes from a format to itself. */
  itself?: true;
  because: string;
}

const words = (list: string) => list.split(' ');

export const acceptedDamage: readonly AcceptedDamage[] = [
  {
    sources: words('mp3 mp2 aac ac3 eac3 dts amr awb mpg vob ts m2ts dv'),
    damages: /^cut/,
    because: 'it is a stream that may begin and end anywhere and nowhere says how long it is',
  },
  {
    sources: words(
      'txt md html rst org tex adoc mediawiki dokuwiki jira creole textile muse t2t man bib typ',
    ),
    damages: /^cut|^one byte/,
    because: 'a text that ends early, or has one letter, is a text',
  },
  {
    sources: ['xhtml'],
    damages: /^cut|^one byte/,
    because: 'browsers read it as the HTML that most of it is',
  },
  {
    sources: words('srt vtt lrc sbv sub csv tsv ndjson yaml ini properties po toml'),
    damages: /^cut|^one byte/,
    because: 'lines that end early are lines',
  },
  {
    sources: ['iso', 'cbt', 'tar'],
    damages: /^cut at [59]0/,
    because: 'archives of tapes and discs are padded with zeros after their last file',
  },
  {
    sources: ['webp'],
    damages: /^cut at 90/,
    because: 'ImageMagick, which wrote the sample, leaves bytes behind what it calls the end',
  },
  {
    sources: ['jxl'],
    damages: /^cut/,
    itself: true,
    because: 'its bare stream nowhere says how long it is, and nothing is decoded to remove metadata',
  },
  { sources: ['z', 'tcr'], damages: /^cut/, because: 'the way it is packed marks no end' },
  { sources: ['wpd'], damages: /^cut/, because: 'before version 6 it nowhere says how long it is' },
];

export function mayBeRead({ source, target }: Route, { name }: Damage): boolean {
  return acceptedDamage.some(
    ({ sources, damages, itself }) =>
      sources.includes(source) && damages.test(name) && (!itself || source === target),
  );
}
