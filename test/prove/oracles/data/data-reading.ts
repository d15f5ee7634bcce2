/** Reads data files with independent libraries. Adds the type to every value. */
import { fileURLToPath } from 'node:url';
import { pythonFile } from '../../../samples/run.ts';
import { columnarReaders } from './columnar.ts';
import type { Tagged } from './tagged.ts';

const reader = fileURLToPath(new URL('data_reader.py', import.meta.url));

/** Reads a data file or a table with Python or other independent libraries. Throws if they reject it. */
export async function readData(ext: string, file: string): Promise<Tagged> {
  const columnar = columnarReaders[ext];
  if (columnar) return columnar(file);
  const { stdout } = await pythonFile(reader, [ext, file]);
  return JSON.parse(stdout.toString()) as Tagged;
}
