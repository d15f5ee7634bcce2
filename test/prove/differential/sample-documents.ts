/**
 * Makes trait documents from the samples of formats with text. A result must show the content that an independent
 * reader finds in the sample.
 */
import { copyFile, readFile } from 'node:fs/promises';
import { letter, letterTexts } from '../../samples/documents/letter.ts';
import { python } from '../../samples/run.ts';
import type { Samples } from '../../samples/samples.ts';
import { cueTexts } from '../../samples/media/subtitle.ts';
import { workbook, type Cell } from '../../samples/spreadsheets/workbook.ts';
import { tokensOf } from './compare.ts';
import type { OfficeRendering } from './office-rendering.ts';
import { each, officeFile, readResult, shownPage } from './reading.ts';
import type { DocumentTrait, Phrase, TraitDocument } from './trait-document.ts';

/** The content that an independent reader finds in a sample. */
interface Rendering {
  /** Words or cells that a result must show. */
  shown: readonly Phrase[];
  /** Cells of the second and later sheets. */
  otherSheets?: readonly Phrase[];
  /** All text of the file. A result must not contain words that this text does not contain. */
  vocabulary: string;
}

type Renderer = (file: string, ext: string, office: OfficeRendering) => Promise<Rendering>;

const letterWords = letterTexts().flatMap(tokensOf);

/** Names of the headers that the HTML page of an email message shows. */
const headNames = 'From To Cc Date Subject Attachments bytes';

const ofText = (text: string, more = ''): Rendering => ({
  // In a table column with fractions, an integer such as 7 is also written as a fraction (`7.0`).
  shown: [...new Set(tokensOf(text))].map((word) => (/^\d+$/.test(word) ? [word, `${word}.0`] : word)),
  vocabulary: `${text}\n${more}`,
});

/** Words that a result may have if a notebook is converted to a table: column names and cell types. */
const notebookColumns = 'cell type source output markdown code';

/**
 * Reads the sample with the same reader as the results. The reader is independent of the engines. Omits the URL of the
 * link, because a page does not show the URL.
 */
const read: Renderer = async (file, ext, office) => {
  const { text, all } = await readResult(file, ext, office);
  return ofText(text.replaceAll(letter.link.href, ''), `${all} ${headNames} ${notebookColumns} Sheet1`);
};

/** Reads the text of the pages that LibreOffice prints from the sample. */
const printed: Renderer = async (file, ext, office) => {
  const { text, all } = await officeFile(file, { ext, office });
  return ofText(text, all);
};

/** Reads the HTML page that Python's Markdown package makes from the sample. */
const markdownPage: Renderer = async (file) => {
  const page = `${file}.page.html`;
  const program = `import sys, markdown
open(sys.argv[2], 'w', encoding='utf-8').write(markdown.markdown(open(sys.argv[1], encoding='utf-8').read(), extensions=['extra']))`;
  await python(program, [file, page]);
  return ofText(await shownPage(page));
};

/**
 * Words that a result may have in addition to the cells: sheet names, and the words of the file name in the page footer
 * of the Excel 97 sample.
 */
const sheetWords = '\nSheet1 Sheet Records Sums xls Untitled';

const cellsProgram = `import json, sys, xml.etree.ElementTree as t
from datetime import date
name = lambda node: node.tag.rpartition('}')[2]
def spellings(value):
    if value[:4].isdigit() and value[4:5] == '-': return [value[:10].replace('-', ''), str((date.fromisoformat(value[:10]) - date(1899, 12, 30)).days)]
    if value in ('0', '1'): return [['false', 'true'][int(value)], value + '.0']
    return [value + '.0'] if value.lstrip('-').isdigit() else []
sheets = []
for table in t.parse(sys.argv[1]).getroot().iterfind('.//{*}spreadsheet/{*}table'):
    cells = []
    for cell in table.iterfind('.//{*}table-cell'):
        for space in cell.iter():
            if name(space) in ('tab', 's', 'line-break'): space.text = ' '
        text = ' '.join(''.join(p.itertext()) for p in cell.iterfind('{*}p'))
        values = [v for k, v in cell.items() if k.rpartition('}')[2] in ('value', 'date-value', 'boolean-value', 'string-value')]
        if text: cells.append([text, *values, *(other for value in values for other in spellings(value))])
    sheets.append(cells)
print(json.dumps(sheets))`;

/**
 * Reads the cells that LibreOffice finds in the workbook. A result must contain the displayed text or the stored value
 * of each cell.
 */
const workbookCells: Renderer = async (file, _, office) => {
  const flat = `${file}.flat.xml`;
  await office.print(file, `${file}.print.pdf`, flat);
  const { stdout } = await python(cellsProgram, [flat]);
  const [first = [], ...others] = JSON.parse(stdout.toString()) as string[][][];
  const later = others.flat();
  return { shown: first, otherSheets: later, vocabulary: (await readFile(flat, 'utf8')) + sheetWords };
};

/**
 * Returns the words of the sample subtitles, without times and numbers. A result may also contain words of the source
 * file that are not subtitles.
 */
const cueWords: Renderer = async (file, ext, office) => {
  const { text, all } = await readResult(file, ext, office);
  return { shown: cueTexts().flatMap(tokensOf), vocabulary: `${text}\n${all}` };
};

/** Returns the words of the sample letter. The function is used for formats that only Protean's engines can read. */
const written: Renderer = async (file) =>
  Promise.resolve({
    shown: letterWords,
    vocabulary: await readFile(file, 'utf8'),
  });

/**
 * Returns the words of the sample letter. This renderer is for book formats that only calibre can read. A result may
 * also contain words of the source file that are not in the letter. The function lists these words itself, because the
 * bytes of a book file are not text.
 */
const writtenBook: Renderer = () =>
  Promise.resolve({
    shown: letterWords,
    vocabulary: `${letterTexts().join('\n')}\nSee ${letter.author} Table of Contents`,
  });

/**
 * Makes a renderer that returns the cells of the first `sheets` sheets of the sample workbook, without reading the
 * file. `writtenCells` is for formats that LibreOffice reads in a wrong encoding or not at all.
 */
const writtenCells =
  (sheets: number): Renderer =>
  () => {
    const cells = workbook.slice(0, sheets).map(({ rows }) => rows.flat().flatMap(spellings));
    const [first = [], ...others] = cells;
    const vocabulary = cells.flat(2).join('\n') + sheetWords;
    return Promise.resolve({ shown: first, otherSheets: others.flat(), vocabulary });
  };

function spellings(cell: Cell): Phrase[] {
  if (cell === null) return [];
  if (typeof cell !== 'object') return [[String(cell), `${String(cell)}.0`, Number(cell).toFixed(2)]];
  if ('formula' in cell) return [String(cell.value)];
  return [[cell.date, cell.date.replaceAll('-', ''), String(Date.parse(cell.date) / 86_400_000 + 25_569)]];
}

const renderers: Readonly<Record<string, Renderer>> = Object.fromEntries([
  ...each('docx docm dotx doc dot rtf odt ott fodt sxw abw wpd wps pages', printed),
  ...each('pptx pptm ppsx potx ppt pps pot odp otp fodp sxi key', printed),
  ...each('odg otg fodg sxd pub', printed),
  ...each('html xhtml epub htmlz docbook jats opml fb2 adoc ipynb typ txt pdf ps xps', read),
  ...each('csv tsv', read),
  ...each('srt vtt ass ssa sub lrc sbv ttml', cueWords),
  ...each('xlsx xlsm xlsb xltx xls xlt ods ots fods sxc slk', workbookCells),
  ...each('md', markdownPage),
  ...each('eml mbox mhtml', read),
  ...each('dbf dif', writtenCells(1)),
  ...each('numbers', writtenCells(2)),
  ...each('tex rst org man mediawiki dokuwiki jira muse creole t2t textile', written),
  ...each('azw3 mobi lit lrf pdb pmlz rb tcr txtz', writtenBook),
]);

/**
 * Additional words that a result may have. Formats without links write the URL as text, and the outline of a document
 * without headings has the title "Text".
 */
const allowed = `${letter.link.href}\nText`;

const traitsOf = ({ shown, otherSheets = [], vocabulary }: Rendering, ext: string): DocumentTrait[] => [
  // A conversion from PDF to a table format keeps only tables, and reports the omitted text in a warning.
  { name: 'sample', shown, aside: true, ...(ext === 'pdf' ? { warnings: ['content_left_out'] } : {}) },
  {
    name: 'sample-sheets',
    shown: otherSheets,
    aside: true,
    losesWith: ['sheets'],
    warnings: ['sheets_left_out'],
  },
  { name: 'sample-additions', vocabulary: `${vocabulary}\n${allowed}` },
];

/** The targets that are used by default. They cover each kind of format and each engine that writes text. */
const usualTargets = 'txt md html docx epub rst pdf pptx tex fb2 mobi json csv xlsx srt vtt ass eml'.split(
  ' ',
);

/** Returns a trait document named `sample-<ext>` for each format, with the usual targets or with all targets. */
export function sampleDocuments(
  samples: Samples,
  { everyTarget }: { everyTarget: boolean },
): TraitDocument[] {
  return Object.entries(renderers).map(([ext, renderer]) => ({
    name: `sample-${ext}`,
    ext,
    traits: [],
    ...(everyTarget ? {} : { targets: usualTargets }),
    write: async (file) => copyFile(await samples.get(ext), file),
    readTraits: async (file, office) => traitsOf(await renderer(file, ext, office), ext),
  }));
}
