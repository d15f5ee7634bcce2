/**
 * Writes Excel workbooks row by row. Cells keep their types. If a table has more rows than fit on one sheet, the
 * remaining rows go to further sheets.
 *
 * SheetJS is not used, because it can write only a workbook that is completely in memory.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { daysOf, ScalarShape } from '../values/shape.ts';
import { textOf } from '../values/untyped.ts';
import { InvalidData, Numeral, type Value } from '../values/value.ts';
import type { Row, StreamedTable, TableWriter } from './table.ts';

const [maxRows, maxColumns, maxCharacters] = [1_048_576, 16_384, 32_767];
/** Maximum number of digits that a double stores exactly. */
const maxDigits = 15;
/**
 * Days from 1970-01-01 to Excel's day 0. Valid for dates from March 1900, because Excel counts the day 1900-02-29,
 * which did not exist.
 */
const epochDays = -25_569;

/** A fixed date, so that equal tables give equal workbooks. */
const time = { mtime: new Date(Date.UTC(1980, 0, 1)), forceDosTimestamp: true };

export const writeXlsx = xlsxWriter(maxRows);

/** Returns a writer of sheets with at most `sheetRows` rows. */
export function xlsxWriter(sheetRows: number): TableWriter {
  return (file, table, { header = true }) => writeBook(file, table, { header, sheetRows });
}

async function writeBook(
  file: string,
  table: StreamedTable,
  { header, sheetRows }: { header: boolean; sheetRows: number },
): Promise<void> {
  if (table.columns.length > maxColumns)
    throw new InvalidData(`a sheet in Excel cannot have ${table.columns.length} columns`);
  const { rows, dates } = await survey(table);
  const perSheet = sheetRows - (header ? 1 : 0);
  const sheets = Array.from({ length: Math.max(1, Math.ceil(rows / perSheet)) }, (_, n) => n + 1);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(file));
  for (const [name, xml] of parts(sheets)) zip.addBuffer(Buffer.from(xml), name, time);
  // Sheets are written one after the other, because they share one reader of the table.
  const source = new RowSource(table.batches());
  for (const n of sheets) {
    const xml = Readable.from(sheetXml(table.columns, source, { header, perSheet, dates }));
    // Without the listener for `error`, an error in the table would be unhandled.
    xml.once('error', (error) => zip.emit('error', error));
    zip.addReadStream(xml, `xl/worksheets/sheet${n}.xml`, time);
  }
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  zip.end();
  await Promise.race([written, failed]);
}

/** Returns the number of rows, and for each column whether the column contains only dates that Excel supports. */
async function survey({ columns, batches }: StreamedTable): Promise<{ rows: number; dates: boolean[] }> {
  const shapes = columns.map(() => new ScalarShape());
  const tooEarly = columns.map(() => false);
  let count = 0;
  for await (const rows of batches())
    for (const row of rows) {
      count += 1;
      for (const [n, value] of row.entries()) {
        shapes[n]?.add(value);
        if (typeof value === 'string' && value < '1900-03-01') tooEarly[n] = true;
      }
    }
  return { rows: count, dates: shapes.map(({ found }, n) => found.kind === 'date' && tooEarly[n] !== true) };
}

/** Distributes the rows of a table to several readers, which read one after the other. */
class RowSource {
  readonly #batches: AsyncGenerator<Row[]>;
  #waiting: Row[] = [];

  constructor(batches: AsyncGenerator<Row[]>) {
    this.#batches = batches;
  }

  /** Returns the next rows, at most `most` rows. */
  async take(most: number): Promise<Row[]> {
    while (this.#waiting.length === 0) {
      const next = await this.#batches.next();
      if (next.done === true) return [];
      this.#waiting = next.value;
    }
    const taken = this.#waiting.slice(0, most);
    this.#waiting = this.#waiting.slice(taken.length);
    return taken;
  }
}

interface SheetTerms {
  header: boolean;
  perSheet: number;
  dates: readonly boolean[];
}

async function* sheetXml(
  columns: readonly string[],
  source: RowSource,
  { header, perSheet, dates }: SheetTerms,
): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>`;
  const letters = columns.map((_, n) => columnLetters(n));
  let number = 0;
  const rowXml = (cells: readonly Value[], cellXml: (value: Value, n: number) => string) => {
    number += 1;
    let xml = `<row r="${number}">`;
    for (const [n, value] of cells.entries())
      if (value !== null) xml += `<c r="${letters[n]}${number}"${cellXml(value, n)}</c>`;
    return `${xml}</row>`;
  };
  if (header) yield rowXml(columns, textXml);
  const bodyXml = (value: Value, n: number) =>
    dates[n] === true ? ` s="1"><v>${daysOf(value) - epochDays}</v>` : valueXml(value);
  for (let left = perSheet; left > 0;) {
    const rows = await source.take(left);
    if (rows.length === 0) break;
    left -= rows.length;
    yield rows.map((row) => rowXml(row, bodyXml)).join('');
  }
  yield '</sheetData></worksheet>';
}

function valueXml(value: Value): string {
  if (value instanceof Numeral && value.isFinite && digitsOf(value) <= maxDigits)
    return `><v>${value.text}</v>`;
  if (typeof value === 'boolean') return ` t="b"><v>${value ? 1 : 0}</v>`;
  return textXml(value);
}

const digitsOf = ({ text }: Numeral) => text.replace(/e.*$/i, '').replace(/^-?0?\.?0*|\./g, '').length;

/** Matches characters that XML does not allow, and the underscore of text that looks like an escaped character. */
const coded = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

function textXml(value: Value): string {
  const text = textOf(value);
  if (text.length > maxCharacters)
    throw new InvalidData(`a cell in Excel cannot contain ${text.length} characters`);
  const escaped = text
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
    .replace(
      coded,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
  return ` t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns A, B, …, Z, AA, …. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns all parts of a workbook except its sheets. */
function parts(sheets: readonly number[]): readonly (readonly [name: string, xml: string])[] {
  const each = (xml: (n: number) => string) => sheets.map(xml).join('');
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (all: string) =>
    `${declaration}<Relationships xmlns="${packaged}/relationships">${all}</Relationships>`;
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        each((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) +
          relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ),
    ],
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ];
}
