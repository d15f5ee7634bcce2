/** A Microsoft Works 7 text: the letter's lines in the compound file's one stream, with an index in front of them. */
import { writeFile } from 'node:fs/promises';
import { compoundFile } from './compound.ts';
import { letterTexts } from './letter.ts';
import type { SampleMaker } from './samples.ts';

/** What Works calls the class of its documents. */
const classId = Buffer.from('b2615e1c3d5ad1119da500c04fb92f7b', 'hex');

interface Chunk {
  name: string;
  data: Buffer;
}

/** Where the first chunk begins; the header and the index stand before it. */
const firstChunk = 0x200;

function contents(chunks: readonly Chunk[]): Buffer {
  const header = Buffer.concat([
    Buffer.from('CHNKWKS '),
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

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) bytes.writeUInt16LE(value, n * 2);
  return bytes;
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value, n * 4);
  return bytes;
}

/** The one font, by its name. */
function fontTable(name: string): Buffer {
  const names = Buffer.concat([longs(0), shorts(name.length), Buffer.from(name, 'utf16le'), longs(0)]);
  return Buffer.concat([longs(names.length, 1, 0, 0, 0), names]);
}

export const works: SampleMaker = async (file) => {
  const chunks = [
    { name: 'TEXT', data: Buffer.from(`${letterTexts().join('\r')}\r`, 'utf16le') },
    { name: 'FONT', data: fontTable('Times New Roman') },
  ];
  await writeFile(file, compoundFile({ CONTENTS: contents(chunks) }, classId));
};
