/** pandoc: markup from one dialect into another, and to and from the documents that hold the same structure. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pandocMounts } from '../runtime/mounts.ts';

/** Our names for what pandoc calls otherwise. */
const readers: Readonly<Record<string, string>> = {
  // Lists and headings need no blank line before them, as in the Markdown that most people write.
  md: 'commonmark_x+autolink_bare_uris-smart',
  xhtml: 'html',
  // The step before made it so.
  txt: 'html',
  tex: 'latex',
  // It reads plain BibTeX as well, and its writer keeps addresses and whole dates.
  bib: 'biblatex',
};

const writers: Readonly<Record<string, string>> = {
  md: 'gfm+tex_math_dollars',
  // pandoc's HTML 5 is no XML.
  xhtml: 'html4',
  txt: 'plain',
  tex: 'latex',
  bib: 'biblatex',
  adoc: 'asciidoctor',
  docbook: 'docbook5',
  texi: 'texinfo',
};

const words = (list: string) => list.split(' ');

const scripts = words(
  'md html xhtml txt rst org tex mediawiki dokuwiki jira creole textile muse t2t docbook jats opml ipynb man',
);

/** Zip files; all others are texts in need of one encoding. */
const packed = ['docx', 'odt', 'epub'];

/** What makes packed ones such that pandoc understands them. */
const prepare: Readonly<Record<string, `${string}.py`>> = {
  odt: 'pandoc/runner_odt.py',
  epub: 'pandoc/runner_epub.py',
};

const webPages = ['html', 'xhtml'];

export const withContents = ['md', 'tex', 'rst'];

export const offices = ['docx', 'odt'];

export const written = words(
  'txt org adoc mediawiki dokuwiki jira textile muse docbook jats tei icml opml ipynb man ms texi',
);

/** Lists of references: printed in pandoc's usual style, Chicago's, when they become documents. */
const bibliographies = ['bib', 'csljson'];

const printedAs = words('html xhtml md txt rst org tex adoc mediawiki docx odt rtf');

export const pandoc = defineEngine({
  id: 'pandoc',
  title: 'pandoc',
  singleThreaded: true,
  knownGood: { from: 'md', to: 'html', content: '# x\n' },
  dangerous: 'all',
  needs: [
    { command: 'pandoc', debian: 'pandoc' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
  ],
  mounts: pandocMounts,
  edges: [
    // Fonts and colours count for less here than headings, lists and tables, and are not carried over.
    { reads: ['docx', 'odt'], writes: webPages, cost: 1, loses: ['styling'], options: ['toc'] },
    { reads: webPages, writes: offices, cost: 1, loses: ['styling'], options: ['toc'] },
    { reads: [...scripts, ...packed], writes: [...webPages, ...withContents], cost: 1, options: ['toc'] },
    { reads: [...scripts, ...packed], writes: written, cost: 1 },
    { reads: [...scripts, 'epub'], writes: offices, cost: 1, options: ['toc'] },
    { reads: scripts, writes: ['epub'], cost: 1, options: ['toc'] },
    { reads: scripts, writes: ['rtf', 'fb2'], cost: 1 },
    { reads: bibliographies, writes: [...bibliographies, ...printedAs], cost: 1 },
    { reads: scripts, writes: ['pptx'], except: ['txt>pptx'], cost: 1, options: ['toc'] },
  ],
  command: (step) => {
    const text = `${step.work}/text.${step.from}`;
    if (step.from === 'docx') return convertByPandoc(step, step.input);
    return [
      runnerCommand(prepare[step.from] ?? 'runtime/to_utf8.py', step, { text }),
      ...convertByPandoc(step, text),
    ];
  },
  env: sourceDateEnv,
  // A megabyte of text is 300 pages, for which it works seven seconds.
  timeBudget: { ms: 20_000, perMegabyte: 30_000 },
  timeBudgetByFormat: {
    rst: { ms: 20_000, perMegabyte: 50_000 },
    ...Object.fromEntries(packed.map((ext) => [ext, { ms: 20_000, perMegabyte: 100_000 }])),
  },
});

/**
 * Debian's pandoc finds its templates for these only outside its own sandbox. The document is read inside it and left
 * without the name of any file before they are written.
 */
const templated = ['docx', 'odt', 'epub', 'pptx'];

/** Converts the UTF-8 text or packed document at `input`. */
export function convertByPandoc(step: Step, input: string): string[][] {
  const written = templated.includes(step.to) ? convertInTwo(step, input) : [convertAtOnce(step, input)];
  return timed.includes(step.to) ? [...written, runnerCommand('runtime/reproducible.py', step)] : written;
}

/** Of what it packs it notes when, though told what time to take. */
const timed = ['odt', 'epub', 'pptx'];

const filter = (name: string) => `--lua-filter=${sandboxPaths.engines}/pandoc/${name}.lua`;

function reading({ from, to }: Step): string[] {
  return [
    // Some readers look for a title in a document that is to stand alone only.
    ...['pandoc', '--sandbox', '--quiet', '--standalone', '-f', readers[from] ?? from],
    ...(bibliographies.includes(from) && !bibliographies.includes(to) ? ['--citeproc'] : []),
  ];
}

function writing({ from, to, output, options }: Step): string[] {
  return [
    ...['-t', writers[to] ?? to, '--wrap=none', filter('filter')],
    ...(webPages.includes(to)
      ? ['--mathml', `--include-in-header=${sandboxPaths.engines}/pandoc/header.html`]
      : []),
    ...([...webPages, 'txt', 'epub'].includes(from) ? ['-M', 'hidden-title'] : []),
    ...(options.toc ? ['--toc'] : []),
    ...['-o', output],
  ];
}

function convertAtOnce(step: Step, input: string): string[] {
  return [...reading(step), ...writing(step), input];
}

function convertInTwo(step: Step, input: string): string[][] {
  const tree = `${step.work}/tree.json`;
  return [
    [...reading(step), filter('self_contained'), '-t', 'json', '-o', tree, input],
    ['pandoc', '--quiet', '--standalone', '-f', 'json', ...writing(step), tree],
  ];
}
