/** Records as JSON and as CSV, written as they are read, so that their number does not matter. */

/** By column. A value that is neither text, number nor truth value is JSON in a cell. */
export type ExportRecord = Readonly<Record<string, unknown>>;

/** An array, one record a line. */
export async function* jsonOf(pages: AsyncIterable<readonly ExportRecord[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((record) => JSON.stringify(record)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** By RFC 4180, with a header. */
export async function* csvOf(
  columns: readonly string[],
  pages: AsyncIterable<readonly ExportRecord[]>,
): AsyncGenerator<string> {
  const line = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`;
  yield line(columns);
  for await (const page of pages)
    yield page.map((record) => line(columns.map((column) => record[column]))).join('');
}

/** What spreadsheets would take for a formula begins with an apostrophe, which they do not show. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
