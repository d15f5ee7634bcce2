/**
 * Joins all data chunks of a PNG. img2pdf copies all previous data for each chunk that it reads, which would take
 * minutes for a large picture with many chunks.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const signature = 8;
/** Number of bytes before the data of a chunk (length and name) and after the data (checksum). */
const [head, tail] = [8, 4];

/** Writes the PNG `from` with all of its image data in one chunk to `to`. */
export async function joinPngData(from: string, to: string): Promise<void> {
  const png = await readFile(from);
  const [before, data, after]: [Buffer[], Buffer[], Buffer[]] = [[png.subarray(0, signature)], [], []];
  for (let at = signature; at + head <= png.length;) {
    const end = at + head + png.readUInt32BE(at) + tail;
    if (png.toString('latin1', at + 4, at + head) === 'IDAT') data.push(png.subarray(at + head, end - tail));
    else (data.length === 0 ? before : after).push(png.subarray(at, end));
    at = end;
  }
  await writeFile(to, [...before, ...idat(data), ...after]);
}

function idat(data: readonly Buffer[]): Buffer[] {
  const [length, name, checksum] = [Buffer.alloc(4), Buffer.from('IDAT'), Buffer.alloc(tail)];
  length.writeUInt32BE(data.reduce((sum, part) => sum + part.length, 0));
  checksum.writeUInt32BE(data.reduce((sum, part) => crc32(part, sum), crc32(name)));
  return [length, name, ...data, checksum];
}
