/** Reads data files with independent libraries. Tags values with their types. */
import { fileURLToPath } from 'node:url';
import { pythonFile } from '../../../samples/run.ts';
import { columnarReaders } from './columnar.ts';
import type { Tagged } from './tagged.ts';

const reader = fileURLToPath(new URL('data_reader.py', import.meta.url));

/** Reads a data file or a table with Python or other independent libraries. Throws if a library rejects the file. */
export async function readData(ext: string, file: string): Promise<Tagged> {
  const columnar = columnarReaders[ext];
  if (columnar) return columnar(file);
  const { stdout } = await pythonFile(reader, [ext, file]);
  return JSON.parse(stdout.toString()) as Tagged;
}
