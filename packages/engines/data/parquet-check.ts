/**
 * Looks at a Parquet file before DuckDB reads it, which names no feature that it lacks, verifies no checksum and wraps
 * timestamps of INT96 that it cannot hold.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { unsupported } from '../runtime/reasons.ts';
import { ByteReader } from './bytes.ts';
import { listIn, numberIn, readStruct, structIn, type Struct } from './thrift.ts';
import { InvalidData } from './value.ts';

const types = ['BOOLEAN', 'INT32', 'INT64', 'INT96', 'FLOAT', 'DOUBLE', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'];
const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'];
/** What DuckDB reads. */
const readable = new Set(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4_RAW']);
const byteStreamSplit = 9;

/** Of a file, a row group, a column chunk and a page header. */
const [rowGroups, encryption, columns, metaData] = [4, 8, 1, 3];

export interface ParquetFacts {
  /** Columns of their own whose type is INT96. */
  int96: string[];
}

/** Throws an {@link InvalidData} for a damaged page, and refuses features that cannot be read. */
export function checkParquet(file: string): ParquetFacts {
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

function checkOpen({ size, read }: Source): ParquetFacts {
  const end = read(size - 8, 8);
  const magic = end.toString('latin1', 4);
  if (magic === 'PARE') throw unsupported('parquet encryption');
  if (magic !== 'PAR1') throw new InvalidData('unexpected end of file: it does not end as Parquet');
  const length = end.readUInt32LE();
  if (length > size - 8) throw new InvalidData('the footer is longer than the file');
  const footer = readStruct(new ByteReader(read(size - 8 - length, length)));
  if (footer.has(encryption)) throw unsupported('parquet encryption');
  const chunks = listIn(footer.get(rowGroups))
    .flatMap((group) => listIn(structIn(group).get(columns)))
    .map((chunk) => structIn(structIn(chunk).get(metaData)));
  for (const chunk of chunks) checkFeatures(chunk);
  for (const chunk of chunks) checkPages(chunk, { size, read });
  const names = chunks
    .filter((chunk) => types[numberIn(chunk.get(1))] === 'INT96' && listIn(chunk.get(3)).length === 1)
    .flatMap((chunk) => listIn(chunk.get(3)))
    .filter((name) => Buffer.isBuffer(name))
    .map((name) => name.toString());
  return { int96: [...new Set(names)] };
}

function checkFeatures(chunk: Struct): void {
  const codec = codecs[numberIn(chunk.get(4))] ?? `${numberIn(chunk.get(4))}`;
  if (!readable.has(codec)) throw unsupported(`parquet codec ${codec}`);
  const type = types[numberIn(chunk.get(1))] ?? '';
  const splits = listIn(chunk.get(2)).some((encoding) => numberIn(encoding) === byteStreamSplit);
  if (splits && type !== 'FLOAT' && type !== 'DOUBLE')
    throw unsupported(`parquet encoding BYTE_STREAM_SPLIT of ${type}`);
}

/** Pages of a chunk that is larger are not verified: it is held in memory whole. */
const largestChunk = 256 * 1024 * 1024;

function checkPages(chunk: Struct, { size, read }: Source): void {
  const [length, data, dictionary] = [7, 9, 11].map((id) => numberIn(chunk.get(id))) as [
    number,
    number,
    number,
  ];
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  if (length <= 0 || length > largestChunk || start < 0 || start + length > size) return;
  const pages = new ByteReader(read(start, length));
  while (pages.left > 0) {
    const page = pageIn(pages);
    // What is no page is for DuckDB to judge.
    if (page === undefined) return;
    const { crc, content } = page;
    if (crc !== undefined && crc32(content) !== crc)
      throw new InvalidData('a page does not match its checksum');
  }
}

function pageIn(pages: ByteReader): { crc: number | undefined; content: Buffer } | undefined {
  try {
    const header = readStruct(pages);
    const crc = header.get(4);
    const content = pages.take(numberIn(header.get(3)));
    return { crc: crc === undefined ? undefined : numberIn(crc) >>> 0, content };
  } catch {
    return undefined;
  }
}

function readAt(fd: number, at: number, length: number): Buffer {
  if (at < 0) throw new InvalidData('unexpected end of file');
  const bytes = Buffer.alloc(length);
  const held = readSync(fd, bytes, 0, length, at);
  return bytes.subarray(0, held);
}

const messages: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/MAP_KEY_VALUE requires two children/, () => 'parquet map without values'],
  [/Unsupported compression codec "?(\w+)/, (codec) => `parquet codec ${codec}`],
  [/(\w+) encoding is only supported/, (encoding) => `parquet encoding ${encoding}`],
  [/Not implemented Error: (.{1,60})/, (what) => `parquet: ${what}`],
];

/** The refusal that an error of DuckDB stands for, or the error itself. */
export function explained(error: unknown): unknown {
  const text = String((error as Error).message);
  for (const [pattern, name] of messages) {
    const found = pattern.exec(text);
    if (found) return unsupported(name(found[1] ?? ''));
  }
  return error;
}
