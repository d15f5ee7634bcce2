/** Converts one table to another format row by row, in constant memory. */
import type { Options } from '../../../contract/options.ts';
import { readable } from '../exit.ts';
import { readers, writers } from './codecs.ts';
import type { Row, StreamedTable } from './table.ts';

interface StreamedStep {
  input: string;
  output: string;
  from: string;
  to: string;
  options: Options;
}

/**
 * Returns false, without writing anything, if the table must be read as a whole. Throws the errors of the reader and
 * the writer.
 */
export async function convertStreamed({ input, output, from, to, options }: StreamedStep): Promise<boolean> {
  const [loadReader, loadWriter] = [readers[from], writers[to]];
  if (!loadReader || !loadWriter) return false;
  const [read, write] = await Promise.all([loadReader(), loadWriter()]);
  const table = await readable(from, () => read(input, options));
  if (!table) return false;
  await write(output, { ...table, batches: () => readableBatches(from, table) }, options);
  return true;
}

/**
 * Yields the rows. Converts reader errors in every batch to `InvalidData`, because even the last row of the file may
 * be damaged.
 */
async function* readableBatches(from: string, { batches }: StreamedTable): AsyncGenerator<Row[]> {
  const rows = batches();
  for (;;) {
    const next = await readable(from, () => rows.next());
    if (next.done === true) return;
    yield next.value;
  }
}
