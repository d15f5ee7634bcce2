/**
 * Checks a Parquet file before DuckDB reads it. DuckDB does not verify checksums and repetition levels. The errors of
 * DuckDB do not specify which feature is unsupported. DuckDB returns wrong values for INT96 timestamps outside the
 * range that DuckDB supports.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { RefusedError, unsupported } from '../../../contract/reasons.ts';
import { ByteReader } from '../values/bytes.ts';
import { checkRepetition, type Page } from './parquet-pages.ts';
import { hasMapWithoutValues, leavesOf } from './parquet-schema.ts';
import { listIn, numberIn, readStruct, structIn, type Struct } from './thrift.ts';
import { InvalidData } from '../values/value.ts';

const types = ['BOOLEAN', 'INT32', 'INT64', 'INT96', 'FLOAT', 'DOUBLE', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'];
const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'];
const byteStreamSplit = 9;

/** Field ids of a file, a row group, a column chunk and a page header. */
const [schema, rowGroups, encryption, columns, metaData] = [2, 4, 8, 1, 3];

export interface ParquetInfo {
  /** Top-level columns of the type INT96. */
  int96: string[];
  /** Whether the file needs a feature that only `parquet-second-reader.ts` supports. */
  needsSecondReader: boolean;
}

/**
 * Checks a file and returns its properties. @throws {@link InvalidData} for a damaged page, and `RefusedError` for
 * unsupported features.
 */
export function checkParquet(file: string): ParquetInfo {
  const fd = openSync(file, 'r');
  try {
    return checkOpen({ size: fstatSync(fd).size, read: (at, length) => readAt(fd, at, length) });
  } finally {
    closeSync(fd);
  }
}

interface Source {
  size: number;
  read: (at: number, length: number) => Buffer;
}

/** A column chunk: the pages of one column within a row group. */
interface Chunk {
  column: Struct;
  type: string;
  codec: string;
  /** Maximum repetition level of the values. */
  repetition: number;
}

function checkOpen(source: Source): ParquetInfo {
  const footer = footerOf(source);
  if (footer.has(encryption)) throw unsupported('parquet encryption');
  const elements = listIn(footer.get(schema)).map(structIn);
  const leaves = leavesOf(elements);
  const chunks = listIn(footer.get(rowGroups)).flatMap((group) =>
    listIn(structIn(group).get(columns)).map((chunk, n) =>
      chunkOf(structIn(structIn(chunk).get(metaData)), leaves[n]?.repetition ?? 0),
    ),
  );
  for (const { codec } of chunks)
    if (codec === 'LZO' || !codecs.includes(codec)) throw unsupported(`parquet codec ${codec}`);
  for (const chunk of chunks) checkPages(chunk, source);
  return {
    int96: int96Columns(chunks),
    needsSecondReader: chunks.some(isBeyondDuckDb) || hasMapWithoutValues(elements),
  };
}

function footerOf({ size, read }: Source): Struct {
  const end = read(size - 8, 8);
  const magic = end.toString('latin1', 4);
  if (magic === 'PARE') throw unsupported('parquet encryption');
  if (magic !== 'PAR1') throw new InvalidData('unexpected end of file: it does not end as Parquet');
  const length = end.readUInt32LE();
  if (length > size - 8) throw new InvalidData('the footer is longer than the file');
  return readStruct(new ByteReader(read(size - 8 - length, length)));
}

function chunkOf(column: Struct, repetition: number): Chunk {
  const [type, codec] = [numberIn(column.get(1)), numberIn(column.get(4))];
  return { column, type: types[type] ?? '', codec: codecs[codec] ?? String(codec), repetition };
}

function isBeyondDuckDb({ column, type, codec }: Chunk): boolean {
  const splits = listIn(column.get(2)).some((encoding) => numberIn(encoding) === byteStreamSplit);
  return codec === 'LZ4' || (splits && type !== 'FLOAT' && type !== 'DOUBLE');
}

function int96Columns(chunks: readonly Chunk[]): string[] {
  const names = chunks
    .filter(({ column, type }) => type === 'INT96' && listIn(column.get(3)).length === 1)
    .flatMap(({ column }) => listIn(column.get(3)))
    .filter((name) => Buffer.isBuffer(name))
    .map((name) => name.toString());
  return [...new Set(names)];
}

/**
 * Maximum size of a column chunk. Pages in larger chunks are not verified, because the whole chunk must fit into
 * memory.
 */
const largestChunk = 256 * 1024 * 1024;

/** Maximum size of a page. A page above this size does not fit into the reader's memory. */
const largestPage = 512 * 1024 * 1024;

function checkPages({ column, codec, repetition }: Chunk, { size, read }: Source): void {
  const [length, data, dictionary] = [7, 9, 11].map((id) => numberIn(column.get(id))) as [
    number,
    number,
    number,
  ];
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  if (length <= 0 || length > largestChunk || start < 0 || start + length > size) return;
  const pages = pagesIn(new ByteReader(read(start, length)));
  for (const { header, content } of pages) {
    if (numberIn(header.get(2)) > largestPage) throw new RefusedError('result_too_large');
    const crc = header.get(4);
    if (crc !== undefined && crc32(content) !== numberIn(crc) >>> 0)
      throw new InvalidData('a page does not match its checksum');
  }
  if (repetition > 0) checkRepetition(pages, codec, repetition);
}

/**
 * Returns the pages before the first invalid bytes. Does not report invalid bytes, because the reader reports them
 * later.
 */
function pagesIn(bytes: ByteReader): Page[] {
  const pages: Page[] = [];
  while (bytes.left > 0) {
    try {
      const header = readStruct(bytes);
      pages.push({ header, content: bytes.take(numberIn(header.get(3))) });
    } catch {
      break;
    }
  }
  return pages;
}

function readAt(fd: number, at: number, length: number): Buffer {
  if (at < 0) throw new InvalidData('unexpected end of file');
  const bytes = Buffer.alloc(length);
  const held = readSync(fd, bytes, 0, length, at);
  return bytes.subarray(0, held);
}

const messages: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/Unsupported compression codec "?(\w+)/, (codec) => `parquet codec ${codec}`],
  [/(\w+) encoding is only supported/, (encoding) => `parquet encoding ${encoding}`],
  [/Not implemented Error: (.{1,60})/, (what) => `parquet: ${what}`],
];

/**
 * Converts an error of DuckDB about an unsupported feature to a refusal. Returns errors of any other kind unchanged.
 */
export function explained(error: unknown): unknown {
  const text = String((error as Error).message);
  for (const [pattern, name] of messages) {
    const found = pattern.exec(text);
    if (found) return unsupported(name(found[1] ?? ''));
  }
  return error;
}
