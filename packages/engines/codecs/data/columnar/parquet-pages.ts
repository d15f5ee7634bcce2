/** Decompresses Parquet pages, and checks the repetition levels, which DuckDB does not verify. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { snappyReader } from './avro.ts';
import { ByteReader } from '../values/bytes.ts';
import { readHadoopLz4, readLz4Block } from './lz4.ts';
import { numberIn, structIn, varint, type Struct } from './thrift.ts';
import { InvalidData } from '../values/value.ts';

/** Decompresses a page to `length` bytes. @throws any error if the page is damaged or would be longer. */
type Unpack = (page: Buffer, length: number) => Uint8Array;

export const unpackers: Readonly<Record<string, Unpack>> = {
  UNCOMPRESSED: (page) => page,
  SNAPPY: (page, length) => snappyReader(length)(page),
  GZIP: (page, length) => gunzipSync(page, bound(length)),
  BROTLI: (page, length) => brotliDecompressSync(page, bound(length)),
  ZSTD: (page, length) => zstdDecompressSync(page, bound(length)),
  LZ4_RAW: readLz4Block,
  LZ4: readHadoopLz4,
};

const bound = (length: number) => ({ maxOutputLength: Math.max(length, 1) });

export interface Page {
  header: Struct;
  content: Buffer;
}

/** Page types by number. */
const [dataPage, dataPageV2] = [0, 3];
/** Number of the encoding RLE, which all current writers use for levels. */
const rle = 3;

/**
 * Checks the pages of a column chunk. `highest` is the maximum repetition level. @throws {@link InvalidData} if a page
 * has fewer repetition levels than values, or if the first page begins in the middle of a row.
 */
export function checkRepetition(pages: readonly Page[], codec: string, highest: number): void {
  let isFirst = true;
  for (const page of pages) {
    const found = levelsOf(page, codec);
    if (found === undefined) continue;
    const { first, count } = runsOf(found.levels, 32 - Math.clz32(highest));
    if (count < found.values) throw new InvalidData('a page has fewer repetition levels than values');
    if (isFirst && found.values > 0 && first !== 0)
      throw new InvalidData('the first row of a column has no start');
    isFirst = false;
  }
}

interface Levels {
  levels: Uint8Array;
  values: number;
}

/**
 * Returns the repetition levels of a data page. Returns undefined for a page that is not a data page, and for levels in
 * an encoding other than RLE.
 */
function levelsOf({ header, content }: Page, codec: string): Levels | undefined {
  const type = numberIn(header.get(1));
  const details = structIn(header.get(type === dataPage ? 5 : 8));
  const values = numberIn(details.get(1));
  if (type === dataPageV2) return { levels: content.subarray(0, numberIn(details.get(6))), values };
  if (type !== dataPage || numberIn(details.get(4)) !== rle) return undefined;
  const unpacked = new ByteReader(unpackers[codec]?.(content, numberIn(header.get(2))) ?? content);
  return { levels: unpacked.take(unpacked.take(4).readUInt32LE()), values };
}

/**
 * Returns the first level in `levels`, and the number of levels. The levels are stored in runs. The last run may be
 * padded, so the returned number of levels may be too high.
 */
function runsOf(levels: Uint8Array, bits: number): { first: number | undefined; count: number } {
  const runs = new ByteReader(levels);
  let [first, count]: [number | undefined, number] = [undefined, 0];
  while (runs.left > 0) {
    const head = Number(varint(runs));
    const isPacked = (head & 1) === 1;
    // Packed levels are in groups of 8.
    const bytes = runs.take(isPacked ? (head >> 1) * bits : Math.ceil(bits / 8));
    first ??= (bytes[0] ?? 0) & ((1 << Math.min(bits, 8)) - 1);
    count += isPacked ? (head >> 1) * 8 : head >> 1;
  }
  return { first, count };
}
