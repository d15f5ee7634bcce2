/**
 * The documents with which the conversion from PDF is measured. The documents form two sets. Set A is used to tune the
 * structure step, which finds headings, lists and tables in a PDF. The documents of set B are never used to tune the
 * structure step.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as contents from './contents.ts';
import { byLibreOffice, byLibreOfficeHtml, byWeasyPrint, drawPicture, rotated } from './printing.ts';

export interface MeasuredDocument {
  name: string;
  set: 'A' | 'B';
  /**
   * Writes the source document and a PDF print of the source document into the folder. Returns the paths of the
   * document and of the print.
   */
  make(dir: string): Promise<{ source: string; pdf: string }>;
  /** Running heads: texts that are repeated on each page. The converted text must not contain running heads. */
  heads?: readonly string[];
}

type Print = (dir: string, source: string) => Promise<string>;

const row = (
  set: 'A' | 'B',
  name: string,
  text: string | ((dir: string) => Promise<string>),
  print: Print,
  heads: readonly string[] = [],
): MeasuredDocument => ({
  name,
  set,
  heads,
  make: async (dir) => {
    const content = typeof text === 'string' ? text : await text(dir);
    const source = path.join(dir, content.startsWith('<') ? 'source.html' : 'source.md');
    await writeFile(source, content);
    return { source, pdf: await print(dir, source) };
  },
});

const web =
  (css: string): Print =>
  (dir, source) =>
    byWeasyPrint(dir, source, css);
const office =
  (by: 'odt' | 'docx' | 'pptx'): Print =>
  (dir, source) =>
    byLibreOffice(dir, source, by);
const html =
  (as: 'calc' | 'writer'): Print =>
  (dir, source) =>
    byLibreOfficeHtml(dir, source, as);

const plain = 'body { font: 11pt "DejaVu Serif", serif; line-height: 1.4 } pre { background: #eee }';
const ruled = `${plain} table { border-collapse: collapse } td, th { border: 0.5pt solid #333; padding: 3pt 6pt; text-align: left }`;
const open = `${plain} table { border-spacing: 14pt 4pt } th { text-align: left }`;
const booktabs = `${plain} table { border-collapse: collapse; border-top: 1.2pt solid; border-bottom: 1.2pt solid } th { border-bottom: 0.6pt solid; text-align: left } td, th { padding: 2pt 12pt }`;
const heads = (size: string) =>
  `@page { size: ${size}; margin: 2.4cm 2cm; @top-left { content: "Annals of the Harbour Office" } @top-right { content: "Volume Seven" } @bottom-center { content: counter(page) } }`;
const bookHeads = ['Annals of the Harbour Office', 'Volume Seven'];

const figuresIn = (seed: number) => async (dir: string) => {
  for (let n = 0; n < 4; n += 1) await drawPicture(path.join(dir, `picture-${n}.png`), n);
  return contents.figures(seed, (n) => `picture-${n}.png`);
};

export const documents: readonly MeasuredDocument[] = [
  row('A', 'report, LibreOffice', contents.report(1), office('odt')),
  row('A', 'report, Word format', contents.report(2), office('docx')),
  row('A', 'report, WeasyPrint', contents.report(3), web(`${heads('A4')} ${plain}`), bookHeads),
  row('A', 'ruled tables', contents.tables(4), web(ruled)),
  row('A', 'ruled tables, LibreOffice', tableBorders(contents.mergedTables(5)), html('writer')),
  row('A', 'open tables', contents.tables(6), web(open)),
  row('A', 'open tables, LibreOffice', contents.tables(7), office('odt')),
  row('A', 'booktabs', contents.tables(8, { longCells: true }), web(booktabs)),
  row('A', 'merged cells', contents.mergedTables(9), web(ruled)),
  row('A', 'sheet', contents.sheet(10), html('calc')),
  row(
    'A',
    'two columns',
    contents.report(11),
    web(`${plain} body { columns: 2; column-gap: 1cm; font-size: 9pt }`),
  ),
  row(
    'A',
    'invoice',
    contents.invoice(12),
    web(
      `${plain} th { text-align: left; border-bottom: 1pt solid } td { padding: 2pt 8pt 2pt 0 } table { width: 100%; border-collapse: collapse }`,
    ),
  ),
  row('A', 'Arabic', contents.report(13, { language: 'ar' }), rightToLeft('docx')),
  row('A', 'Hebrew', contents.report(14, { language: 'he' }), office('odt')),
  row('A', 'Hebrew tables', fromRight(tableBorders(contents.mergedTables(15, 'he'))), html('writer')),
  row(
    'A',
    'Chinese',
    contents.report(16, { language: 'zh' }),
    web(`${plain} body { font-family: "Noto Serif CJK SC" }`),
  ),
  row('A', 'rotated', contents.report(17), async (dir, source) =>
    rotated(dir, await byWeasyPrint(dir, source, plain)),
  ),
  row('A', 'figures', figuresIn(18), web(plain)),
  row('A', 'figures, LibreOffice', figuresIn(19), office('docx')),
  row('A', 'slides', contents.slides(20), office('pptx')),
  row(
    'A',
    'book',
    contents.book(21, 12),
    web(`${heads('A5')} ${plain} h1 { break-before: page } body { text-align: justify }`),
    bookHeads,
  ),
  row(
    'B',
    'three columns',
    contents.report(31),
    web(
      '@page { size: A4 landscape } body { font: 9pt "Liberation Sans"; columns: 3; column-gap: 8mm; text-align: justify; hyphens: auto }',
    ),
  ),
  row(
    'B',
    'numbered, A5',
    contents.report(32, { numbered: true }),
    web(
      '@page { size: A5; margin: 15mm; @bottom-right { content: "Notes of a Traveller, page " counter(page) } } body { font: 10pt "Liberation Serif"; line-height: 1.25 } h1 { font-size: 15pt } h2 { font-size: 12pt } h3 { font-size: 10pt }',
    ),
    ['Notes of a Traveller'],
  ),
  row(
    'B',
    'striped tables',
    contents.tables(33, { longCells: true }),
    web(
      'body { font: 10pt "Liberation Sans" } table { border-collapse: collapse; width: 100% } tr:nth-child(even) { background: #ddeeff } th { background: #224466; color: white; text-align: left } td, th { padding: 4pt 6pt }',
    ),
  ),
  row(
    'B',
    'lines between rows',
    contents.tables(34),
    web(
      'body { font: 10pt Carlito } td, th { border-bottom: 0.4pt solid #999; padding: 5pt 14pt 5pt 0; text-align: left; vertical-align: top } table { border-collapse: collapse; width: 90% }',
    ),
  ),
  row(
    'B',
    'figures',
    figuresIn(35),
    web('body { font: 12pt "Liberation Serif" } img { width: 6cm; display: block; margin: auto }'),
  ),
  row('B', 'Hebrew, LibreOffice', contents.report(36, { language: 'he' }), rightToLeft('docx')),
  row(
    'B',
    'report, sans',
    contents.report(37),
    web(
      'body { font: 10pt/1.6 "DejaVu Sans"; margin: 0 2cm } p { text-indent: 1.2em; margin: 0 } h2 { text-align: center }',
    ),
  ),
];

function tableBorders(page: string): string {
  return page.replaceAll('<table', '<table border="1" cellspacing="0" cellpadding="4"');
}

/** Returns the HTML page with right-to-left direction in the body, tables and paragraphs. */
function fromRight(page: string): string {
  return `<html><body dir="rtl">${page.replaceAll('<table', '<table dir="rtl"').replaceAll('<p>', '<p dir="rtl">')}</body></html>`;
}

/** Returns a function that prints documents with right-to-left text. */
function rightToLeft(by: 'odt' | 'docx'): Print {
  return (dir, source) => byLibreOffice(dir, source, by, ['-M', 'dir=rtl']);
}
