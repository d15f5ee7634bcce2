/** Decodes the pixels of a layer or a mask, one row of tiles at a time. */
import { inflateSync } from 'node:zlib';
import { tileSize, type Drawable, type XcfDocument } from './document.ts';
import { FileReader, TruncatedError } from './file-reader.ts';

export type PixelCoding = Pick<XcfDocument, 'precision' | 'isBigEndian' | 'compression'>;

/**
 * Reads a sample as a number, in which 1 is full intensity. Palette indexes are divided by 255, like samples of 8 bits.
 */
type ReadSample = (view: DataView, at: number) => number;

export class TileRows {
  readonly #file: Buffer;
  readonly #drawable: Drawable;
  readonly #coding: PixelCoding;
  readonly #read: ReadSample;
  /** The last 2 decoded rows of tiles. Composing never needs more than 2 rows at the same time. */
  readonly #decoded = new Map<number, Float32Array>();

  constructor(file: Buffer, drawable: Drawable, coding: PixelCoding) {
    this.#file = file;
    this.#drawable = drawable;
    this.#coding = coding;
    this.#read = sampleReader(coding);
  }

  /** Returns the samples of line `y`, with the channels of each pixel interleaved. Throws {@link TruncatedError}. */
  line(y: number): Float32Array {
    const { width, channels } = this.#drawable;
    const row = Math.floor(y / tileSize);
    const start = (y - row * tileSize) * width * channels;
    return this.#row(row).subarray(start, start + width * channels);
  }

  #row(row: number): Float32Array {
    const known = this.#decoded.get(row);
    if (known) return known;
    const { width, height, channels, tiles } = this.#drawable;
    const rows = Math.min(tileSize, height - row * tileSize);
    const samples = new Float32Array(width * rows * channels);
    const across = Math.ceil(width / tileSize);
    for (let column = 0; column < across; column += 1) {
      const left = column * tileSize;
      const columns = Math.min(tileSize, width - left);
      const at = tiles[row * across + column];
      // The pixels of a missing tile stay 0.
      if (at !== undefined) this.#decode(at, columns, rows, samples.subarray(left * channels));
    }
    if (this.#decoded.size === 2) this.#decoded.delete(this.#decoded.keys().next().value ?? 0);
    this.#decoded.set(row, samples);
    return samples;
  }

  /**
   * Decodes the tile at offset `at` into `target`. `target` begins at the first pixel of the tile, and each of its
   * lines is as wide as the layer.
   */
  #decode(at: number, columns: number, rows: number, target: Float32Array): void {
    const { width, channels } = this.#drawable;
    const { bytes } = this.#coding.precision;
    const tile = this.#unpacked(at, columns * rows, channels * bytes);
    const view = new DataView(tile.buffer, tile.byteOffset, tile.length);
    const perLine = columns * channels;
    for (let line = 0; line < rows; line += 1)
      for (let n = 0; n < perLine; n += 1)
        target[line * width * channels + n] = this.#read(view, (line * perLine + n) * bytes);
  }

  #unpacked(at: number, pixels: number, pixelBytes: number): Buffer {
    const length = pixels * pixelBytes;
    const { compression } = this.#coding;
    if (compression === 'rle') return runs(this.#file, at, pixels, pixelBytes);
    // Compression can enlarge incompressible data slightly.
    const end = at + (compression === 'none' ? length : length * 2 + 1024);
    const stored = this.#file.subarray(at, end);
    const tile = compression === 'none' ? stored : inflated(stored, length);
    if (tile.length < length) throw new TruncatedError('a tile is truncated');
    return tile;
  }
}

/** Decodes run-length encoding. A tile stores the first bytes of all its pixels, then all second bytes, and so on. */
function runs(file: Buffer, start: number, pixels: number, pixelBytes: number): Buffer {
  const tile = Buffer.allocUnsafe(pixels * pixelBytes);
  const reader = new FileReader(file);
  reader.seek(start);
  for (let plane = 0; plane < pixelBytes; plane += 1) {
    for (let done = 0; done < pixels;) {
      const code = reader.u8();
      const isRun = code < 128;
      const isLong = code === 127 || code === 128;
      const count = isLong ? reader.u16() : isRun ? code + 1 : 256 - code;
      if (count > pixels - done) throw new Error('damaged tile');
      const values = reader.bytes(isRun ? 1 : count);
      for (let n = 0; n < count; n += 1) tile[(done + n) * pixelBytes + plane] = values[isRun ? 0 : n] ?? 0;
      done += count;
    }
  }
  return tile;
}

/** Returns the decompressed data. Throws {@link TruncatedError} if the file ends within the data. */
function inflated(stored: Buffer, length: number): Buffer {
  try {
    return inflateSync(stored, { maxOutputLength: length });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'Z_BUF_ERROR' ? new TruncatedError('a tile is truncated') : error;
  }
}

function sampleReader({ precision: { bytes, isFloat }, isBigEndian }: PixelCoding): ReadSample {
  const little = !isBigEndian;
  if (bytes === 1) return (view, at) => view.getUint8(at) / 255;
  if (bytes === 8) return (view, at) => view.getFloat64(at, little);
  if (bytes === 4)
    return isFloat
      ? (view, at) => view.getFloat32(at, little)
      : (view, at) => view.getUint32(at, little) / 4_294_967_295;
  return isFloat
    ? (view, at) => half(view.getUint16(at, little))
    : (view, at) => view.getUint16(at, little) / 65_535;
}

/** Decodes a 16-bit floating-point number (IEEE 754, binary16). */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
