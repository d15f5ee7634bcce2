/** Reads files of data with other libraries than ours, every value tagged with its type. */
import { fileURLToPath } from 'node:url';
import { pythonFile } from '../../samples/run.ts';
import { columnarReaders } from './columnar.ts';
import type { Tagged } from './tagged.ts';

const reader = fileURLToPath(new URL('data_reader.py', import.meta.url));

/** Reads a file of data or a table with Python's libraries or another than ours; throws where they refuse it. */
export async function readData(ext: string, file: string): Promise<Tagged> {
  const columnar = columnarReaders[ext];
  if (columnar) return columnar(file);
  const { stdout } = await pythonFile(reader, [ext, file]);
  return JSON.parse(stdout.toString()) as Tagged;
}
