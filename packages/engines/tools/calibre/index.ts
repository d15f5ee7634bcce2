/** calibre: converts ebooks to other ebook formats and to documents, and documents to ebooks. */
import { formatsOfFamily } from '@protean/formats';
import { withoutDiagrams } from '../pandoc/diagram-edges.ts';
import { drawingsOf } from '../pandoc/embedded-drawings.ts';
import { defineEngine, runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import {
  binaries,
  fontMounts,
  hyphenationPatterns,
  numberWordMounts,
  pdfTextMounts,
} from '../../contract/mounts.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import type { Options } from '../../contract/options.ts';

const books = ['epub', 'mobi', 'azw3', 'fb2', 'lit', 'pdb', 'lrf', 'htmlz', 'txtz', 'rb', 'pmlz', 'tcr'];
const comics = ['cbz'];

/**
 * Documents that calibre reads. Excludes Markdown, because pandoc supports it better, and recipes, because
 * they are programs (calibre's scripts that download news).
 */
const webPages = ['html', 'xhtml'];
const officeDocuments = ['odt', ...formatsOfFamily('ooxml-text')];
const booksOfDocuments = ['epub', 'mobi', 'azw3', 'fb2', 'htmlz', 'lit', 'lrf', 'pdb'];

/** The input flags of each source format. */
const reading: Readonly<Record<string, readonly string[]>> = {
  // Pages to which the HTML file links are not part of the document.
  html: ['--max-levels=0'],
  xhtml: ['--max-levels=0'],
  // The table of contents of FictionBook is in the navigation, not in the text.
  fb2: ['--no-inline-fb2-toc'],
  fbz: ['--no-inline-fb2-toc'],
  txt: ['--formatting-type=plain'],
  txtz: ['--formatting-type=plain'],
  // The LIT reader converts tables to lines.
  lit: ['--filter-css=display'],
  // The images of comics stay unchanged.
  cbz: ['--no-process', '--dont-grayscale'],
};

/** Converts millimetres to points. */
const points = (millimetres: number) => Math.round((millimetres * 72) / 25.4);

/** Sources in which the server can find SVG drawings. */
const withSvg = ['epub', 'htmlz', ...webPages, ...officeDocuments];

/** Targets with pictures but without SVG. */
const withoutSvg = ['mobi', 'fb2', 'lit', 'lrf', 'docx'];

function page({ paper = 'a4', margin = 20 }: Options): string[] {
  const sides = ['left', 'right', 'top', 'bottom'];
  return [`--paper-size=${paper}`, ...sides.map((side) => `--pdf-page-margin-${side}=${points(margin)}`)];
}

/** The output flags of each target format. `toc` requests a table of contents at the beginning. */
const writing: Readonly<Record<string, (toc: boolean, options: Options) => readonly string[]>> = {
  epub: (toc) => [
    '--epub-version=3',
    '--no-default-epub-cover',
    '--preserve-cover-aspect-ratio',
    ...(toc ? ['--epub-inline-toc'] : []),
  ],
  // Writes both versions of MOBI to one file. Old e-book readers need the first version of MOBI, and only the second
  // version keeps headings.
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

/** Formats without tables and lists. */
const linear = ['txt', 'txtz', 'pdb', 'tcr', 'rb', 'pmlz'];

/** The only output profile of calibre that never downsizes images. */
const profileFlags = ['--output-profile=tablet'];

/** Makes calibre create a missing table of contents from headings. Comics have no headings. */
const tocFlags = ['--chapter=/', '--level1-toc=//h:h1', '--level2-toc=//h:h2', '--level3-toc=//h:h3'];

function flags({ from, to, options }: Step): string[] {
  const structure = comics.includes(from) ? [] : tocFlags;
  return [
    ...profileFlags,
    ...structure,
    ...(reading[from] ?? []),
    ...(writing[to]?.(options.toc === true, options) ?? []),
  ];
}

/** Mounts for calibre, for Qt and its data, and for the dependencies of the page layout. */
export const calibreMounts = [
  ...pdfTextMounts,
  ...fontMounts,
  ...numberWordMounts,
  ...binaries('ebook-convert', 'ebook-meta', 'web2disk', 'pandoc'),
  ...['/usr/lib/calibre', '/usr/share/calibre', '/usr/lib/libpodofo.so*', '/usr/lib/libchm.so*'],
  ...[
    '/usr/share/pandoc',
    '/usr/lib/qt6',
    '/usr/share/qt6',
    hyphenationPatterns,
    '/usr/share/mime',
    '/usr/share/zoneinfo',
  ],
  ...['/usr/share/iso-codes', '/usr/share/X11'],
];

/**
 * Edges (conversion steps) from web pages to book formats that can contain pictures, and therefore diagrams. EPUB and
 * FictionBook are not listed, because pandoc draws diagrams for these formats.
 */
const illustratedPages: EdgeDeclaration = {
  reads: webPages,
  writes: ['mobi', 'azw3', 'htmlz', 'lit', 'lrf'],
  cost: 6,
  options: ['toc'],
};
const undrawnPages: EdgeDeclaration = { ...illustratedPages, lacks: withoutDiagrams };

const calibreEdges: readonly EdgeDeclaration[] = [
  { reads: [...books, 'fbz'], writes: books, cost: 6, options: ['toc'] },
  { reads: [...books, 'fbz'], writes: ['txt', 'html'], cost: 6, options: ['toc'] },
  { reads: [...books, 'fbz'], writes: ['docx'], cost: 6, options: ['toc', 'paper'] },
  { reads: [...books, 'fbz'], writes: ['pdf'], cost: 12, options: ['toc', 'paper', 'margin'] },
  undrawnPages,
  { ...undrawnPages, writes: ['epub', 'fb2'] },
  { ...illustratedPages, writes: ['pdb'] },
  { reads: ['txt'], writes: booksOfDocuments, cost: 6, options: ['toc'] },
  {
    reads: officeDocuments,
    writes: booksOfDocuments,
    cost: 6,
    options: ['toc', 'tracked_changes', 'comments'],
  },
  { reads: comics, writes: ['epub', 'mobi', 'azw3'], cost: 6 },
];

/** Edges that convert drawings or diagrams to pictures, for the engine with a browser. */
export const drawingEdges = [
  illustratedPages,
  ...calibreEdges
    .filter((edge) => edge !== undrawnPages)
    .map(withDrawings)
    .filter(({ reads, writes }) => reads.length * writes.length > 0),
];

export const calibre = defineEngine({
  id: 'calibre',
  title: 'calibre',
  singleThreaded: true,
  dangerous: 'all',
  needs: [
    { command: 'ebook-convert', debian: 'calibre' },
    // pandoc converts the formulas of Word documents to MathML.
    { command: 'pandoc', debian: 'pandoc' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
    { command: '/usr/lib/python3/dist-packages/cssselect2/__init__.py', debian: 'python3-cssselect2' },
  ],
  mounts: calibreMounts,
  edges: calibreEdges.flatMap(drawingsApart),
  command: (step) => {
    // calibre writes HTML only as a zip.
    const book = step.to === 'html' ? `${step.work}/book.htmlz` : step.output;
    return runnerCommand('tools/calibre/runner.py', step, {
      book,
      flags: flags(step),
      linear: linear.includes(step.to),
    });
  },
  env: {
    // Equal inputs must give equal results. calibre stores images in the order of their hashes, so the hash seed is
    // fixed.
    PYTHONHASHSEED: '0',
    CALIBRE_CONFIG_DIRECTORY: '/tmp/calibre',
    CALIBRE_TEMP_DIR: sandboxPaths.work,
    QT_QPA_PLATFORM: 'offscreen',
    XDG_RUNTIME_DIR: '/tmp',
    // Chromium cannot create its own sandbox inside Protean's sandbox.
    QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox',
  },
  limits: { processes: 300 },
  timeBudget: { ms: 25_000, perMegabyte: 100_000 },
});

/**
 * Splits an edge (conversions of source to target formats) into two edges. The second edge has the conversions in which
 * Qt draws SVG. These conversions have source formats in which the server can find drawings, and target formats that do
 * not support SVG. Qt does not support many SVG features, so the second edge declares for each file which SVG features
 * Qt cannot draw. The first edge has all other conversions of the original edge.
 */
function drawingsApart(edge: EdgeDeclaration): EdgeDeclaration[] {
  const drawn = withDrawings(edge);
  if (drawn.reads.length * drawn.writes.length === 0) return [edge];
  return [
    { ...edge, except: pairsOf(drawn) },
    { ...drawn, lacks: (file) => [...(edge.lacks?.(file) ?? []), ...drawingsOf(file)] },
  ];
}

function pairsOf({ reads, writes }: EdgeDeclaration): string[] {
  return reads.flatMap((from) => writes.map((to) => `${from}>${to}`));
}

/** Returns the edge with only the sources in `withSvg` and only the targets in `withoutSvg`. */
function withDrawings(edge: EdgeDeclaration): EdgeDeclaration {
  return {
    ...edge,
    reads: edge.reads.filter((ext) => withSvg.includes(ext)),
    writes: edge.writes.filter((ext) => withoutSvg.includes(ext)),
  };
}
