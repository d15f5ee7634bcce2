/** calibre: ebooks of every kind into one another, and between books and documents. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { binaries, fontMounts, hyphenationPatterns, pdfTextMounts } from '../runtime/mounts.ts';
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import type { Options } from '../runtime/options.ts';

const books = ['epub', 'mobi', 'azw3', 'fb2', 'lit', 'pdb', 'lrf', 'htmlz', 'txtz', 'rb', 'pmlz', 'tcr'];
const comics = ['cbz'];

/** Input is only ever one of these: never a recipe, which is a program. */
const documents = ['docx', 'odt', 'html', 'xhtml', 'md', 'txt'];

/** What calibre is told for what it reads. */
const reading: Readonly<Record<string, readonly string[]>> = {
  // Nothing that the page links to is part of it.
  html: ['--max-levels=0'],
  xhtml: ['--max-levels=0'],
  md: ['--formatting-type=markdown', '--input-encoding=utf-8'],
  txt: ['--formatting-type=plain'],
  txtz: ['--formatting-type=plain'],
  // Its own reader of LIT makes lines of tables.
  lit: ['--filter-css=display'],
  // Pages stay as they were drawn.
  cbz: ['--no-process', '--dont-grayscale'],
};

/** Points a millimetre. */
const points = (millimetres: number) => Math.round((millimetres * 72) / 25.4);

function page({ paper = 'a4', margin = 20 }: Options): string[] {
  const sides = ['left', 'right', 'top', 'bottom'];
  return [`--paper-size=${paper}`, ...sides.map((side) => `--pdf-page-margin-${side}=${points(margin)}`)];
}

/** What calibre is told for what it writes; `toc` says whether a table of contents is wanted in front. */
const writing: Readonly<Record<string, (toc: boolean, options: Options) => readonly string[]>> = {
  epub: (toc) => [
    '--epub-version=3',
    '--no-default-epub-cover',
    '--preserve-cover-aspect-ratio',
    ...(toc ? ['--epub-inline-toc'] : []),
  ],
  // Both generations in one file: old readers take the one, and only the other keeps headings.
  mobi: (toc) => [
    '--mobi-file-type=both',
    '--mobi-keep-original-images',
    ...(toc ? ['--mobi-toc-at-start'] : ['--no-inline-toc']),
  ],
  azw3: (toc) => (toc ? ['--mobi-toc-at-start'] : ['--no-inline-toc']),
  fb2: () => ['--sectionize=toc'],
  pdb: () => ['--format=doc', '--pdb-output-encoding=cp1252'],
  htmlz: () => ['--htmlz-css-type=class', '--htmlz-class-style=inline'],
  html: () => ['--htmlz-css-type=class', '--htmlz-class-style=inline'],
  txt: (toc) => [
    '--txt-output-encoding=utf-8',
    '--newline=unix',
    '--max-line-length=0',
    ...(toc ? ['--inline-toc'] : []),
  ],
  docx: (toc, { paper = 'a4' }) => [`--docx-page-size=${paper}`, ...(toc ? [] : ['--docx-no-toc'])],
  pdf: (toc, options) => [
    ...page(options),
    '--preserve-cover-aspect-ratio',
    ...(toc ? ['--pdf-add-toc'] : []),
  ],
};

/** Kinds without tables and lists. */
const linear = ['txt', 'txtz', 'pdb', 'tcr', 'rb', 'pmlz'];

/** The one profile that never shrinks pictures. */
const always = ['--output-profile=tablet'];

/** Headings make the contents where a book brings none; comics have none. */
const headings = ['--chapter=/', '--level1-toc=//h:h1', '--level2-toc=//h:h2', '--level3-toc=//h:h3'];

function flags({ from, to, options }: Step): string[] {
  const structure = comics.includes(from) ? [] : headings;
  return [
    ...always,
    ...structure,
    ...(reading[from] ?? []),
    ...(writing[to]?.(options.toc === true, options) ?? []),
  ];
}

/** calibre, Qt with all that it brings, and what pages are set with. */
export const calibreMounts = [
  ...pdfTextMounts,
  ...fontMounts,
  ...binaries('ebook-convert', 'ebook-meta', 'web2disk'),
  ...['/usr/lib/calibre', '/usr/share/calibre', '/usr/lib/libpodofo.so*', '/usr/lib/libchm.so*'],
  ...['/usr/lib/qt6', '/usr/share/qt6', hyphenationPatterns, '/usr/share/mime', '/usr/share/zoneinfo'],
  ...['/usr/share/iso-codes', '/usr/share/X11'],
];

export const calibre = defineEngine({
  id: 'calibre',
  title: 'calibre',
  singleThreaded: true,
  dangerous: 'all',
  needs: [
    { command: 'ebook-convert', debian: 'calibre' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
  ],
  mounts: calibreMounts,
  edges: [
    { reads: [...books, 'fbz'], writes: books, cost: 6, options: ['toc'] },
    { reads: [...books, 'fbz'], writes: ['txt', 'html'], cost: 6, options: ['toc'] },
    { reads: [...books, 'fbz'], writes: ['docx'], cost: 6, options: ['toc', 'paper'] },
    { reads: [...books, 'fbz'], writes: ['pdf'], cost: 12, options: ['toc', 'paper', 'margin'] },
    {
      reads: documents,
      writes: ['epub', 'mobi', 'azw3', 'fb2', 'htmlz', 'lit', 'lrf', 'pdb'],
      cost: 6,
      options: ['toc'],
    },
    { reads: comics, writes: ['epub', 'mobi', 'azw3'], cost: 6 },
  ],
  command: (step) => {
    // calibre knows a page of HTML only zipped.
    const made = step.to === 'html' ? `${step.work}/book.htmlz` : step.output;
    return runnerCommand('calibre/runner.py', step, {
      made,
      flags: flags(step),
      linear: linear.includes(step.to),
    });
  },
  env: {
    // The same book twice is the same file: pictures are stored in the order of a hash.
    PYTHONHASHSEED: '0',
    CALIBRE_CONFIG_DIRECTORY: '/tmp/calibre',
    CALIBRE_TEMP_DIR: sandboxPaths.work,
    QT_QPA_PLATFORM: 'offscreen',
    XDG_RUNTIME_DIR: '/tmp',
    // The box is the sandbox; a second one cannot be built inside it.
    QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox',
  },
  limits: { processes: 300 },
  timeBudget: { ms: 25_000, perMegabyte: 100_000 },
});
