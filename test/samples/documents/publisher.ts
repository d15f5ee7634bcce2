/**
 * The sample of Publisher 2003: the text of the letter in a text box on one page. The file consists of blocks (the page
 * and the box), chunks (the text) and Office drawing records (the shape of the box).
 */
import { writeFile } from 'node:fs/promises';
import { chunkStream, firstChunk, fontChunk, longs, shorts, textChunk, type Chunk } from './chunks.ts';
import { compoundFile } from './compound.ts';
import { letterTexts } from './letter.ts';
import type { SampleMaker } from '../samples.ts';

const inch = 914_400;
const page = { width: 8.5 * inch, height: 11 * inch };
/** Edges of the text box, in units of 1/914,400 inch from the middle of the page. */
const box = { left: -3.5 * inch, top: -5 * inch, right: 3.5 * inch, bottom: 5 * inch };
const textId = 1;

/**
 * The parts of the file: the document, the page and the text box. The number of a part is its position in the
 * directory.
 */
const [documentPart, pagePart, boxPart] = [0, 1, 2];

/** A block consists of a number, a type and a value. The value is 2 bytes, 4 bytes or a list of blocks. */
const short = (id: number, value: number) => Buffer.concat([Buffer.from([id, 0x18]), shorts(value)]);
const long = (id: number, value: number) => Buffer.concat([Buffer.from([id, 0x20]), longs(value)]);
const part = (id: number, value: number) => Buffer.concat([Buffer.from([id, 0x70]), longs(value)]);
const group = (id: number, ...blocks: readonly Buffer[]) => container(id, 0x88, blocks);
const list = (id: number, ...blocks: readonly Buffer[]) => container(id, 0x90, blocks);

function container(id: number, type: number, blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([id, type]), sized(...blocks)]);
}

/** Prefixes data with the total length, including the 4 bytes of the length itself. */
function sized(...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([longs(data.length + 4), data]);
}

const frontLength = 0x30;

function contents(): Buffer {
  const parts = [
    {
      type: 0x44,
      data: sized(group(0x12, long(1, page.width), long(2, page.height)), list(2, part(0, pagePart))),
    },
    { type: 0x43, data: sized(list(2, part(0, boxPart))) },
    {
      type: 0x01,
      data: sized(long(0xaa, box.right - box.left), long(0xab, box.bottom - box.top), long(0x27, textId)),
    },
  ];
  let at = frontLength;
  const entries = parts.map(({ type, data }, n) => {
    const place = at;
    at += data.length;
    return group(0, short(2, type), long(4, place), long(5, n === boxPart ? pagePart : documentPart));
  });
  const front = Buffer.alloc(frontLength);
  front.set(Buffer.from('e8ac2c00e8030501', 'hex'));
  front.set(longs(at), 0x1a);
  const trailer = sized(long(1, parts.length), long(2, parts.length - 1), list(3, ...entries));
  return Buffer.concat([front, ...parts.map(({ data }) => data), trailer]);
}

/** Returns the stream with the text and its formatting. The formatting states only where paragraphs end. */
function quill(): Buffer {
  const paragraphs = letterTexts();
  const text = textChunk(paragraphs);
  let end = firstChunk;
  const ends = paragraphs.map((paragraph) => (end += (paragraph.length + 1) * 2));
  return chunkStream('CHNKINK ', [
    text,
    { name: 'STSH', data: longs(4, 0, 0, 0, 0) },
    { name: 'STSH', data: Buffer.concat([longs(20, 2, 0, 0, 0), longs(8, 14), plainStyle, plainStyle]) },
    looks('FDPP', ends),
    looks('FDPC', ends.slice(-1)),
    { name: 'SYID', data: longs(3, 1, textId) },
    { name: 'STRS', data: longs(1, 8, 0xff, text.data.length / 2, 0) },
    fontChunk('Times New Roman'),
  ]);
}

/** A style without properties: a number that readers ignore, and the length of the style. */
const plainStyle = Buffer.concat([shorts(0), longs(4)]);

/**
 * Returns a formatting chunk, which applies the same format to each section of the text. The sections end at the
 * offsets `ends`.
 */
function looks(name: string, ends: readonly number[]): Chunk {
  const head = Buffer.concat([shorts(ends.length, 1), longs(0), longs(...ends)]);
  const style = head.length + ends.length * 2;
  return { name, data: Buffer.concat([head, shorts(...ends.map(() => style)), longs(4)]) };
}

/** Returns an Office drawing record: a header of 8 bytes, followed by the data. */
function record(type: number, data: Buffer, head = 0xf): Buffer {
  return Buffer.concat([shorts(head, type), longs(data.length), data]);
}

const values = (...pairs: readonly (readonly [id: number, value: number])[]) =>
  sized(...pairs.map(([id, value]) => Buffer.concat([shorts(id), longs(value)])));

function drawing(): Buffer {
  const rectangle = 1;
  const shape = record(
    0xf004,
    Buffer.concat([
      record(0xf00a, longs(0x401, 0xa00), (rectangle << 4) | 2),
      record(
        0xf010,
        values([0x2001, box.left], [0x2002, box.top], [0x2003, box.right], [0x2004, box.bottom]),
      ),
      record(0xf011, values([0x6801, boxPart])),
    ]),
  );
  // 4 zero bytes follow the common drawing data and each drawing.
  return Buffer.concat([
    record(0xf000, Buffer.alloc(0)),
    longs(0),
    record(0xf002, record(0xf003, shape)),
    longs(0),
  ]);
}

export const publisher: SampleMaker = async (file) => {
  await writeFile(
    file,
    compoundFile({
      Contents: contents(),
      Quill: { QuillSub: { CONTENTS: quill() } },
      Escher: { EscherStm: drawing(), EscherDelayStm: Buffer.alloc(0) },
    }),
  );
};
