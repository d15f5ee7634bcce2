/** Encodes the PBM files in its arguments as JBIG2, each next to its source. */
import { readFileSync, writeFileSync } from 'node:fs';
import { encodeJbig2 } from './jbig2.ts';

for (const file of process.argv.slice(2)) {
  const content = readFileSync(file);
  const [head = '', width, height] = /^P4\s+(\d+)\s+(\d+)\s/.exec(content.toString('latin1', 0, 64)) ?? [];
  if (head === '') throw new Error(`${file} is not a PBM file`);
  const bitmap = { width: Number(width), height: Number(height), bits: content.subarray(head.length) };
  writeFileSync(`${file}.jb2`, encodeJbig2(bitmap));
}
