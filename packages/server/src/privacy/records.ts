/**
 * Writes records as JSON and CSV. Each page of records is written as soon as it is read, so the number of records is
 * not limited by memory.
 */

/**
 * Maps each column to its value. In a CSV cell, values other than strings, numbers and booleans are written as JSON.
 */
export type ExportRecord = Readonly<Record<string, unknown>>;

/** Writes a JSON array with one record per line. */
export async function* jsonOf(pages: AsyncIterable<readonly ExportRecord[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((record) => JSON.stringify(record)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Writes CSV with a header line, as specified by RFC 4180. */
export async function* csvOf(
  columns: readonly string[],
  pages: AsyncIterable<readonly ExportRecord[]>,
): AsyncGenerator<string> {
  const line = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`;
  yield line(columns);
  for await (const page of pages)
    yield page.map((record) => line(columns.map((column) => record[column]))).join('');
}

/** Adds an apostrophe before text that spreadsheets would read as a formula. Spreadsheets hide the apostrophe. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
