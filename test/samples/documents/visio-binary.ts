/**
 * The sample of binary Visio 2003: a compound file with a stream that contains pointers and chunks, in the layout that
 * libvisio reads.
 */
import { letterTexts } from './letter.ts';
import { compoundFile } from './compound.ts';

const magic = 'Visio (TM) Drawing\r\n\0';
const version = 11;
/**
 * `trailerAt` is the offset of the pointer to the trailer. The trailer is the stream with the pointers of the document.
 * `streamsAt` is the offset of the first stream.
 */
const [trailerAt, streamsAt] = [0x24, 0x40];

/** Types of streams and chunks. */
const types = {
  ...{ text: 0x0e, trailer: 0x14, page: 0x15, pages: 0x27, pageSheet: 0x46, shape: 0x48 },
  ...{
    shapeList: 0x65,
    shapeId: 0x83,
    geometryList: 0x6c,
    geometry: 0x89,
    moveTo: 0x8a,
    lineTo: 0x8b,
    pageProps: 0x92,
    place: 0x9b,
  },
} as const;
type Type = keyof typeof types;

/** Codes for the content of a stream: pointers to other streams, the pointers of a foreground page, or chunks. */
const layouts = { pointers: 0x50, page: 0x51, chunks: 0xd0 } as const;

const none = 0xffffffff;

function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [n, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * n);
  return bytes;
}

const u16 = (number: number) => Buffer.from([number & 0xff, number >> 8]);

/** Encodes lengths in inches. A byte with the unit precedes each number. */
function lengths(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(9 * numbers.length);
  for (const [n, number] of numbers.entries()) bytes.writeDoubleLE(number, 9 * n + 1);
  return bytes;
}

/**
 * Returns a chunk. `level` is the depth of the chunk in the tree of chunks of a stream. Some types of chunks have a
 * trailer.
 */
function chunk(type: Type, level: number, id: number, data: Buffer): Buffer {
  const trailer = type === 'shapeList' ? 8 + 4 : type === 'pageProps' ? 4 : 0;
  const head = [u32(types[type], id, 0, data.length), u16(level), Buffer.from([0x50])];
  return Buffer.concat([...head, data, Buffer.alloc(trailer)]);
}

/** Collects streams and returns pointers to them. */
class Streams {
  readonly #parts: Buffer[] = [];
  #end = streamsAt;

  /** Adds a stream and returns the pointer to the stream. */
  add(type: Type, layout: keyof typeof layouts, content: Buffer): Buffer {
    const pointer = Buffer.concat([u32(types[type], 0, this.#end, content.length), u16(layouts[layout])]);
    this.#parts.push(content);
    this.#end += content.length;
    return pointer;
  }

  get content(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/**
 * Returns a stream of pointers. If the stream is a page, the third number of the header is the number of the background
 * page.
 */
const pointersTo = (pointers: readonly Buffer[]) =>
  Buffer.concat([u32(16, 0, none, 0, pointers.length, 0), ...pointers]);

/** Returns the chunks of a box with text. The box is 7 inches wide. `n` counts boxes from the top of the page. */
function box(text: string, n: number): Buffer {
  const [width, height] = [7, 0.8];
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ] as const;
  return Buffer.concat([
    chunk('shape', 1, n + 1, Buffer.alloc(54, 0xff).fill(0, 0, 14)),
    chunk(
      'place',
      2,
      0,
      Buffer.concat([lengths(4, 10 - n, width, height, width / 2, height / 2, 0), Buffer.alloc(2)]),
    ),
    chunk('text', 2, 0, Buffer.concat([Buffer.alloc(8), Buffer.from(`${text}\0`, 'utf16le')])),
    chunk('geometryList', 2, 0, u32(0, 0)),
    chunk('geometry', 3, 1, Buffer.from([1])),
    ...corners.map(([x, y], at) => chunk(at === 0 ? 'moveTo' : 'lineTo', 3, at + 2, lengths(x, y))),
  ]);
}

/** Returns a Visio file with two pages of boxes that contain the text of the letter. */
export function binaryVisio(): Buffer {
  const texts = letterTexts();
  const streams = new Streams();
  const pages = [texts.slice(0, 6), texts.slice(6)].map((lines) => {
    const order = lines.map((_, n) => n + 1);
    const sheet = Buffer.concat([
      chunk('pageSheet', 1, 0, Buffer.alloc(54, 0xff)),
      chunk('pageProps', 2, 0, lengths(8, 11, 0, 0, 1, 1)),
      chunk('shapeList', 2, 0, Buffer.concat([u32(0, 4 * order.length), u32(...order)])),
      ...order.map((id) => chunk('shapeId', 3, id, u32(id))),
    ]);
    const pointers = [
      streams.add('pageSheet', 'chunks', sheet),
      ...lines.map((text, n) => streams.add('shape', 'chunks', box(text, n))),
    ];
    return streams.add('page', 'page', pointersTo(pointers));
  });
  const trailer = streams.add(
    'trailer',
    'pointers',
    pointersTo([streams.add('pages', 'pointers', pointersTo(pages))]),
  );
  const head = Buffer.alloc(streamsAt);
  head.write(magic, 'latin1');
  head[0x1a] = version;
  trailer.copy(head, trailerAt);
  return compoundFile({ VisioDocument: Buffer.concat([head, streams.content]) });
}
