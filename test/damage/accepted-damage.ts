/**
 * Lists the damaged files that are still valid, with reasons. The server must refuse all damaged files that are not in
 * this list.
 */
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import type { Damage } from './damages.ts';

interface AcceptedDamage {
  sources: readonly string[];
  damages: RegExp;
  /** Whether the row applies only if source and target have the same format. */
  itself?: true;
  because: string;
}

const words = (list: string) => list.split(' ');

export const acceptedDamage: readonly AcceptedDamage[] = [
  {
    sources: words('mp3 mp2 aac ac3 eac3 dts amr awb mpg vob ts m2ts dv'),
    damages: /^cut/,
    because: 'the format is a stream that may begin and end anywhere and declares no length',
  },
  {
    sources: words(
      'txt md html rst org tex adoc mediawiki dokuwiki jira creole textile muse t2t man bib typ',
    ),
    damages: /^cut|^one byte/,
    because: 'plain text is valid even if it ends early or has one letter',
  },
  {
    sources: ['xhtml'],
    damages: /^cut|^one byte/,
    because: 'browsers read it as HTML',
  },
  {
    sources: words('srt vtt lrc sbv sub csv tsv ndjson yaml ini properties po toml'),
    damages: /^cut|^one byte/,
    because: 'each line is valid by itself',
  },
  {
    sources: ['iso', 'cbt', 'tar'],
    damages: /^cut at [59]0/,
    because: 'these archives are padded with zeros after their last file',
  },
  {
    sources: ['webp'],
    damages: /^cut at 90/,
    because: 'ImageMagick, which wrote the sample, adds bytes after the declared end',
  },
  {
    sources: ['jxl'],
    damages: /^cut/,
    itself: true,
    because: 'the bare stream declares no length, and removing metadata decodes nothing',
  },
  { sources: ['z', 'tcr'], damages: /^cut/, because: 'the compressed data has no end mark' },
  { sources: ['wpd'], damages: /^cut/, because: 'the format declares no length before version 6' },
];

export function mayBeRead({ source, target }: Route, { name }: Damage): boolean {
  return acceptedDamage.some(
    ({ sources, damages, itself }) =>
      sources.includes(source) && damages.test(name) && (!itself || source === target),
  );
}
