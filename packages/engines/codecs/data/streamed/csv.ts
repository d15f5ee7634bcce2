/** Reads and writes CSV and TSV row by row, with the same results as `csv.ts`. */
import { takeRows, type Cell } from '../values/cells.ts';
import { CsvSurvey, valuesBy } from '../text/csv-columns.ts';
import {
  csvDelimiters,
  delimitedBody,
  headerOf,
  isTyped,
  rowWriter,
  toCell,
  tsvDelimiters,
} from '../text/csv.ts';
import type { Options } from '../../../contract/options.ts';
import { surveyPlain, type PlainCsv } from './plain/survey.ts';
import { refuseSparse } from './sparse.ts';
import type { Row, TableReader, TableWriter } from './table.ts';
import { TextFile, textParts } from './text-file.ts';

export const csv = { read: reader(csvDelimiters), write: writer(csvDelimiters) };
export const tsv = { read: reader(tsvDelimiters), write: writer(tsvDelimiters) };

function reader(delimiters: readonly string[]): TableReader {
  // eslint-disable-next-line @typescript-eslint/require-await -- Other readers wait.
  return async (file, options) => {
    const { header = true } = options;
    const text = new DelimitedText(file, delimiters, options);
    const plain = surveyPlain(file, delimiters, options);
    const { columns, isRow, valuesOf } = plain ? plainColumns(plain) : surveyed(text, header);
    // eslint-disable-next-line @typescript-eslint/require-await
    const batches = async function* (): AsyncGenerator<Row[]> {
      let isHeader = header;
      for (const rows of text.rows()) {
        const read = isHeader ? rows.slice(1) : rows;
        if (rows.length > 0) isHeader = false;
        yield read.filter(isRow).map(valuesOf);
      }
    };
    return { columns, batches, plain };
  };
}

const plainColumns = (plain: PlainCsv) => ({
  columns: plain.columns,
  isRow: () => true,
  valuesOf: valuesBy(plain),
});

/** Reads all rows in a first pass. Returns the columns, and functions that recognise rows and return their values. */
function surveyed(text: DelimitedText, header: boolean) {
  const survey = new CsvSurvey(header);
  for (const rows of text.rows()) for (const row of rows) survey.add(row);
  const { names, width, rows, cells, isRow, valuesOf } = survey.finish();
  refuseSparse({ rows, columns: width, cells });
  return { columns: names.slice(0, width), isRow, valuesOf };
}

/** A delimited text file. The delimiter is known only after rows were read. */
class DelimitedText {
  readonly #file: string;
  readonly #delimiters: readonly string[];
  readonly #options: Options;
  #delimiter = '';

  constructor(file: string, delimiters: readonly string[], options: Options) {
    this.#file = file;
    this.#delimiters = delimiters;
    this.#options = options;
  }

  /** Yields all rows of the file, which is read one part at a time. */
  *rows(): Generator<Cell[][]> {
    this.#delimiter = '';
    let waiting: string[] = [];
    let [length, wanted] = [0, 0];
    for (const { text, last } of textParts(this.#file)) {
      waiting.push(text);
      length += text.length;
      // A row that spans many parts is parsed again only after its size has doubled, not after each part.
      if (length < wanted && !last) continue;
      const body = this.#bodyOf(waiting.join(''));
      const { rows, end } = takeRows(body, this.#delimiter, last);
      if (rows.length > 0) yield rows;
      const rest = body.slice(end);
      [waiting, length, wanted] = [[rest], rest.length, rest.length * 2];
    }
  }

  #bodyOf(text: string): string {
    if (this.#delimiter !== '') return text;
    const { body, delimiter } = delimitedBody(text, this.#delimiters, this.#options);
    this.#delimiter = delimiter;
    return body;
  }
}

function writer(delimiters: readonly string[]): TableWriter {
  return async (file, { columns, batches }, options) => {
    const { header = true } = options;
    const typed = new Set<number>();
    for await (const rows of batches())
      for (const row of rows) row.forEach((value, n) => isTyped(value) && typed.add(n));
    const writeRow = rowWriter(delimiters, options);
    using written = new TextFile(file);
    if (header) written.write(writeRow(headerOf(columns)));
    for await (const rows of batches())
      for (const row of rows) written.write(writeRow(columns.map((_, n) => toCell(row[n], typed.has(n)))));
    if (written.isEmpty) written.write('\n');
  };
}
