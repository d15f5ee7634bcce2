/**
 * Writes the stream with the text of a Microsoft Works or Publisher file: a header, an index, and named chunks of
 * bytes.
 */

/** The first bytes of the stream: `CHNKWKS ` in Works, `CHNKINK ` in Publisher. */
export type ChunkMagic = 'CHNKWKS ' | 'CHNKINK ';

export interface Chunk {
  name: string;
  data: Buffer;
}

/** Offset of the first chunk, after the header and the index. */
export const firstChunk = 0x200;

export function chunkStream(magic: ChunkMagic, chunks: readonly Chunk[]): Buffer {
  const header = Buffer.concat([
    Buffer.from(magic),
    shorts(4, 8, chunks.length, 0x300, 0x200, 0, 0x2600, 0),
    shorts(8 + 24 * chunks.length, chunks.length),
    longs(0xffffffff),
  ]);
  let at = firstChunk;
  const index = chunks.map(({ name, data }) => {
    const place = longs(at, data.length);
    at += data.length;
    return Buffer.concat([shorts(24), Buffer.from(name), shorts(0, 1, 0), Buffer.from(name), place]);
  });
  const front = Buffer.alloc(firstChunk);
  front.set(Buffer.concat([header, ...index]));
  return Buffer.concat([front, ...chunks.map(({ data }) => data)]);
}

/** Returns the chunk `TEXT`, which contains the paragraphs. Each paragraph ends with a carriage return. */
export function textChunk(paragraphs: readonly string[]): Chunk {
  return { name: 'TEXT', data: Buffer.from(`${paragraphs.join('\r')}\r`, 'utf16le') };
}

/** Returns the chunk with the list of fonts, which has one font. */
export function fontChunk(name: string): Chunk {
  const names = Buffer.concat([longs(0), shorts(name.length), Buffer.from(name, 'utf16le'), longs(0)]);
  return { name: 'FONT', data: Buffer.concat([longs(names.length, 1, 0, 0, 0), names]) };
}

export function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) bytes.writeUInt16LE(value, n * 2);
  return bytes;
}

export function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, n * 4);
  return bytes;
}
