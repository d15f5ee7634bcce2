/** Reads the structure of an XCF file, GIMP's format: the canvas, the layer tree, and the positions of their pixels. */
import { FileReader } from './file-reader.ts';

/** Storage of a sample: number of bytes, floating point or integer, and whether it is linear light. */
export interface Precision {
  bytes: 1 | 2 | 4 | 8;
  isFloat: boolean;
  isLinear: boolean;
}

export type Compression = 'none' | 'rle' | 'zlib';

/** Pixels in tiles of 64 × 64. `tiles` are the file offsets of the tiles. */
export interface Drawable {
  width: number;
  height: number;
  /** Number of channels per pixel, including alpha. */
  channels: number;
  tiles: readonly number[];
}

export type Space = 'linear' | 'perceptual';

/** Area in which the result has pixels after a layer is drawn on its backdrop. */
export type CompositeMode = 'union' | 'backdrop' | 'layer' | 'intersection';

export interface Layer {
  pixels: Drawable;
  hasAlpha: boolean;
  x: number;
  y: number;
  /** Opacity from 0 to 1. */
  opacity: number;
  /** GIMP's number of the layer mode, as listed in modes.ts. */
  mode: number;
  compositeMode: CompositeMode | undefined;
  compositeSpace: Space | undefined;
  blendSpace: Space | undefined;
  mask: Drawable | undefined;
  /** Layers of a group, topmost first. */
  children: Layer[] | undefined;
}

export interface XcfDocument {
  width: number;
  height: number;
  model: 'rgb' | 'gray' | 'indexed';
  precision: Precision;
  /** Whether samples with several bytes are big-endian. */
  isBigEndian: boolean;
  compression: Compression;
  /** Colours of an indexed picture, 3 bytes each. */
  palette: Uint8Array;
  /** Pixels per inch. */
  density: number | undefined;
  profile: Buffer | undefined;
  /** Visible layers, topmost first. */
  layers: Layer[];
}

/** Numbers of the properties that the reader uses. */
const property = {
  ...{ end: 0, palette: 1, opacity: 6, mode: 7, visible: 8, applyMask: 11, offsets: 15, compression: 17 },
  ...{ resolution: 19, parasites: 21, group: 29, path: 30, floatOpacity: 33 },
  ...{ compositeMode: 35, compositeSpace: 36, blendSpace: 37 },
} as const;

const compressions: readonly (Compression | undefined)[] = ['none', 'rle', 'zlib'];
const models = ['rgb', 'gray', 'indexed'] as const;
/** Upper bound on the number of layers. Real files have fewer layers, and 10,000 layers fit in memory. */
const maxLayers = 10_000;
const maxDepth = 50;

/** Reads the structure of `file`. Throws `TruncatedError` for a truncated file, another error for an invalid file. */
export function readDocument(file: Buffer): XcfDocument {
  const reader = new FileReader(file);
  if (reader.text(9) !== 'gimp xcf ') throw new Error('not an XCF file');
  const version = Number(/^v(\d{3})$/.exec(reader.text(4))?.[1] ?? 0);
  reader.skip(1);
  reader.longPointers = version >= 11;
  const [width, height] = [reader.u32(), reader.u32()];
  const model = models[reader.u32()];
  if (model === undefined || width === 0 || height === 0) throw new Error('damaged header');
  const precision = precisionOf(version, version >= 4 ? reader.u32() : 0);
  const given = readProperties(reader);
  const compression = compressions[given.get(property.compression)?.[0] ?? 0];
  if (!compression) throw new Error('unsupported compression');
  const channels = { rgb: 3, gray: 1, indexed: 1 }[model];
  const layers = reader.pointers(maxLayers).map((at) => readLayer(reader, at, channels));
  const resolution = given.get(property.resolution);
  return {
    ...{ width, height, model, precision, compression },
    isBigEndian: version >= 12,
    palette: given.get(property.palette)?.subarray(4) ?? Buffer.alloc(0),
    density: resolution && resolution.length >= 8 ? resolution.readFloatBE(0) : undefined,
    profile: parasiteOf(given.get(property.parasites), 'icc-profile'),
    layers: treeOf(layers),
  };
}

/**
 * Returns the precision that `code` specifies. Version 5 of the XCF format changed the codes of all precisions, and
 * version 7 changed the codes of floating-point precisions.
 */
function precisionOf(version: number, code: number): Precision {
  const old = [150, 250, 300, 500, 600][code];
  const known = version === 4 ? old : version > 4 && version < 7 && code >= 400 ? code + 100 : code;
  const bytes = ({ 1: 1, 2: 2, 3: 4, 5: 2, 6: 4, 7: 8 } as const)[Math.floor((known ?? 0) / 100)];
  if (version < 4) return { bytes: 1, isFloat: false, isLinear: false };
  if (known === undefined || bytes === undefined) throw new Error(`unsupported precision ${code}`);
  return { bytes, isFloat: known >= 500, isLinear: known % 100 < 50 };
}

type Properties = ReadonlyMap<number, Buffer>;

function readProperties(reader: FileReader): Properties {
  const found = new Map<number, Buffer>();
  for (;;) {
    const [kind, length] = [reader.u32(), reader.u32()];
    if (kind === property.end) return found;
    // Some versions of GIMP wrote a wrong length for the palette.
    const content = reader.bytes(kind === property.palette ? 4 + 3 * reader.peekU32() : length);
    found.set(kind, content);
  }
}

type FlatLayer = Layer & { path: readonly number[] | undefined; isVisible: boolean };

/** Reads a layer. `channels` is the number of channels per pixel without alpha. */
function readLayer(reader: FileReader, at: number, channels: number): FlatLayer {
  reader.seek(at);
  const [width, height, type] = [reader.u32(), reader.u32(), reader.u32()];
  const hasAlpha = type % 2 === 1;
  reader.name();
  const given = readProperties(reader);
  const [pixelsAt, maskAt] = [reader.pointer(), reader.pointer()];
  const number = (kind: number) => given.get(kind)?.readInt32BE(0);
  const path = given.get(property.path);
  const offsets = given.get(property.offsets);
  const isMasked = maskAt !== 0 && number(property.applyMask) !== 0;
  return {
    pixels: readDrawable(reader, pixelsAt, { width, height, channels: channels + (hasAlpha ? 1 : 0) }),
    hasAlpha,
    x: offsets?.readInt32BE(0) ?? 0,
    y: offsets?.readInt32BE(4) ?? 0,
    opacity: given.get(property.floatOpacity)?.readFloatBE(0) ?? (number(property.opacity) ?? 255) / 255,
    mode: number(property.mode) ?? 0,
    compositeMode: ([undefined, 'union', 'backdrop', 'layer', 'intersection'] as const)[
      chosen(number(property.compositeMode))
    ],
    compositeSpace: spaceOf(number(property.compositeSpace)),
    blendSpace: spaceOf(number(property.blendSpace)),
    mask: isMasked ? readMask(reader, maskAt) : undefined,
    children: given.has(property.group) ? [] : undefined,
    path: path && Array.from({ length: path.length / 4 }, (_, n) => path.readUInt32BE(n * 4)),
    isVisible: number(property.visible) !== 0,
  };
}

/** Returns the value of a property. A value that GIMP chose automatically is stored as a negative number. */
const chosen = (value = 0) => Math.abs(value);

function spaceOf(value: number | undefined): Space | undefined {
  return ([undefined, 'linear', 'perceptual'] as const)[chosen(value)];
}

function readMask(reader: FileReader, at: number): Drawable {
  reader.seek(at);
  const [width, height] = [reader.u32(), reader.u32()];
  reader.name();
  readProperties(reader);
  return readDrawable(reader, reader.pointer(), { width, height, channels: 1 });
}

/** Reads the tile offsets of a layer or mask. GIMP stores a hierarchy of levels, but only the first level has tiles. */
function readDrawable(reader: FileReader, at: number, size: Omit<Drawable, 'tiles'>): Drawable {
  const { width, height } = size;
  if (at === 0) return { ...size, tiles: [] };
  reader.seek(at);
  const isSame = reader.u32() === width && reader.u32() === height;
  reader.skip(4);
  reader.seek(reader.pointer());
  if (!isSame || reader.u32() !== width || reader.u32() !== height) throw new Error('damaged layer');
  const count = Math.ceil(width / tileSize) * Math.ceil(height / tileSize);
  const tiles = reader.pointers(count);
  if (tiles.length < count) throw new Error('a layer lacks tiles');
  return { ...size, tiles };
}

export const tileSize = 64;

/**
 * Returns the tree of visible layers. If a layer is in a group, the layer's path determines its position in the tree.
 */
function treeOf(layers: readonly FlatLayer[]): Layer[] {
  const root: Layer[] = [];
  /** Maps the path of each layer group to the list for its layers. The value for a hidden group is undefined. */
  const groups = new Map<string, Layer[] | undefined>();
  let top = -1;
  for (const layer of layers) {
    if (!layer.path) top += 1;
    const path = layer.path ?? [top];
    if (path.length > maxDepth) throw new Error('layer groups are nested too deeply');
    const parent = path.length === 1 ? root : groups.get(path.slice(0, -1).join('/'));
    const shown = layer.isVisible ? parent : undefined;
    shown?.push(layer);
    if (layer.children) groups.set(path.join('/'), shown && layer.children);
  }
  return root;
}

function parasiteOf(list: Buffer | undefined, wanted: string): Buffer | undefined {
  const reader = new FileReader(list ?? Buffer.alloc(0));
  while (!reader.isAtEnd) {
    const name = reader.name();
    reader.skip(4);
    const content = reader.bytes(reader.u32());
    if (name === wanted) return content;
  }
  return undefined;
}
