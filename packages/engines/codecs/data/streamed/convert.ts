/** Converts one table to another format row by row, in memory that does not grow with its rows. */
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

/** False where it has to be read whole, and nothing was written. Throws as the reader and the writer do. */
export async function convertStreamed({ input, output, from, to, options }: StreamedStep): Promise<boolean> {
  const [loadReader, loadWriter] = [readers[from], writers[to]];
  if (!loadReader || !loadWriter) return false;
  const [read, write] = await Promise.all([loadReader(), loadWriter()]);
  const table = await readable(from, () => read(input, options));
  if (!table) return false;
  await write(output, { ...table, batches: () => readableBatches(from, table) }, options);
  return true;
}

/** What is wrong with the file may be found with its last row only. */
async function* readableBatches(from: string, { batches }: StreamedTable): AsyncGenerator<Row[]> {
  const rows = batches();
  for (;;) {
    const next = await readable(from, () => rows.next());
    if (next.done === true) return;
    yield next.value;
  }
}
