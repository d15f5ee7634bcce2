/** Writes GIMP's XCF format. */
import { deflateSync } from 'node:zlib';
import { numbers } from './big-endian.ts';
import type { Picture } from './picture.ts';

const property = {
  end: 0,
  opacity: 6,
  mode: 7,
  visible: 8,
  applyMask: 11,
  offsets: 15,
  compression: 17,
  group: 29,
  path: 30,
  parasites: 21,
} as const;
const [rgb, rgba] = [0, 1] as const;
const compressions = { none: 0, rle: 1, zlib: 2 } as const;
const normal = 28;

/** A layer of up to 64 × 64 pixels, and its place on the canvas. */
export interface GimpLayer extends Picture {
  x: number;
  isVisible?: boolean;
  /** GIMP's number of the blend mode. */
  mode?: number;
  /** Opacity from 0 to 255. */
  opacity?: number;
  /** Mask with one byte per pixel. */
  mask?: Buffer;
  /** Position in the tree of layer groups: an index for each level, counted from the top. */
  path?: readonly number[];
  isGroup?: boolean;
}

type Compression = keyof typeof compressions;

/** The encoding of pixels. */
interface PixelCoding {
  compression?: Compression;
  /** Whether channels are 32-bit floating-point numbers instead of bytes. */
  isFloat?: boolean;
}

/**
 * Returns the picture as two layers, one for each half. Two more layers must not be visible in results: a fully masked
 * layer above the right half, and a hidden layer.
 */
export function xcf(picture: Picture, coding: PixelCoding = {}): Buffer {
  const { width, height } = picture;
  const half = width / 2;
  const [left, right] = [cut(picture, 0, half), cut(picture, half, half)];
  const magenta = solid(half * height, [255, 0, 255, 255]);
  return layered(
    picture,
    [
      { width, height, pixels: solid(width * height, [1, 2, 3, 255]), x: 0, isVisible: false },
      { width: half, height, pixels: magenta, x: half, mask: Buffer.alloc(half * height) },
      { ...right, x: half },
      { ...left, x: 0 },
    ],
    coding,
  );
}

/** Returns an XCF file with the given layers, topmost first, as GIMP 2.10 writes it. */
export function layered(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  layers: readonly GimpLayer[],
  { profile, ...coding }: PixelCoding & { profile?: Buffer } = {},
): Buffer {
  const file = new FileWriter();
  const { compression = 'rle', isFloat = false } = coding;
  // Since version 12, channel values of several bytes are big-endian.
  file.add(Buffer.from(`gimp xcf v${isFloat ? '012' : '011'}\0`, 'latin1'));
  // The last number is the type of the channel values: 150 for bytes and 650 for floating point numbers, both in sRGB.
  file.add(numbers(width, height, rgb, isFloat ? 650 : 150));
  file.add(numbers(property.compression, 1), Buffer.from([compressions[compression]]));
  if (profile) {
    const parasite = Buffer.concat([name('icc-profile'), numbers(1, profile.length), profile]);
    file.add(numbers(property.parasites, parasite.length), parasite);
  }
  file.add(numbers(property.end, 0));
  const list = file.reserve(layers.length + 2);
  for (const [n, layer] of layers.entries()) {
    list.set(n, file.length);
    addLayer(file, layer, coding);
  }
  return file.content;
}

function addLayer(file: FileWriter, layer: GimpLayer, coding: PixelCoding): void {
  const {
    width,
    height,
    pixels,
    x,
    isVisible = true,
    mode = normal,
    opacity = 255,
    mask,
    path,
    isGroup,
  } = layer;
  file.add(numbers(width, height, rgba), name('one'));
  // The group property is first. When GIMP finds the group property, it reads the layer again from the start.
  if (isGroup) file.add(numbers(property.group, 0));
  if (path) file.add(numbers(property.path, path.length * 4, ...path));
  file.add(numbers(property.opacity, 4, opacity, property.visible, 4, Number(isVisible)));
  file.add(numbers(property.mode, 4, mode, property.offsets, 8, x, 0));
  file.add(numbers(property.applyMask, 4, Number(mask !== undefined), property.end, 0));
  const places = file.reserve(2);
  places.set(0, file.length);
  addPixels(file, { width, height, pixels }, coding);
  if (!mask) return;
  places.set(1, file.length);
  file.add(numbers(width, height), name('mask'), numbers(property.end, 0));
  const at = file.reserve(1);
  at.set(0, file.length);
  addPixels(file, { width, height, pixels: mask }, coding);
}

/**
 * Adds the pixels in GIMP's hierarchy of levels and tiles. The hierarchy has one level with one tile, because no layer
 * is larger than a tile.
 */
function addPixels(
  file: FileWriter,
  { width, height, pixels }: Picture,
  { compression = 'rle', isFloat = false }: PixelCoding,
): void {
  const stored = isFloat ? floats(pixels) : pixels;
  const pixelBytes = stored.length / (width * height);
  file.add(numbers(width, height, pixelBytes));
  const levels = file.reserve(2);
  levels.set(0, file.length);
  file.add(numbers(width, height));
  const tiles = file.reserve(2);
  tiles.set(0, file.length);
  if (compression === 'none') file.add(stored);
  if (compression === 'zlib') file.add(deflateSync(stored));
  if (compression === 'rle')
    for (let plane = 0; plane < pixelBytes; plane += 1)
      file.add(runs(stored.filter((_, n) => n % pixelBytes === plane)));
}

function floats(bytes: Buffer): Buffer {
  const buffer = Buffer.alloc(bytes.length * 4);
  for (const [n, value] of bytes.entries()) buffer.writeFloatBE(value / 255, n * 4);
  return buffer;
}

/** Encodes a plane as runs of equal bytes. A run has at most 127 bytes. */
function runs(plane: Uint8Array): Buffer {
  const coded: number[] = [];
  for (let at = 0; at < plane.length;) {
    let end = at + 1;
    while (end < plane.length && end - at < 127 && plane[end] === plane[at]) end += 1;
    coded.push(end - at - 1, plane[at] ?? 0);
    at = end;
  }
  return Buffer.from(coded);
}

function cut({ width, height, pixels }: Picture, left: number, columns: number): Picture {
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray((y * width + left) * 4, (y * width + left + columns) * 4),
  );
  return { width: columns, height, pixels: Buffer.concat(rows) };
}

const solid = (pixels: number, colour: readonly number[]) => Buffer.alloc(pixels * 4, Buffer.from(colour));

const name = (text: string) => Buffer.concat([numbers(text.length + 1), Buffer.from(`${text}\0`, 'latin1')]);

/**
 * Collects the parts of a file. Offsets are stored before the parts that they refer to, so they are reserved first and
 * set later.
 */
class FileWriter {
  readonly #pieces: Buffer[] = [];
  length = 0;

  get content(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  add(...pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.length += piece.length;
    }
  }

  /** Reserves space for `count` offsets, which are 0 until they are set. */
  reserve(count: number): { set(n: number, place: number): void } {
    const room = Buffer.alloc(count * 8);
    this.add(room);
    return { set: (n, place) => void room.writeBigUInt64BE(BigInt(place), n * 8) };
  }
}
