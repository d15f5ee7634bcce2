/** Refuses truncated files in formats with decoders that accept truncated files silently. */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { isTiffComplete } from './tiff-parts.ts';

/** Throws if the file at `path`, in the format `ext`, is truncated. */
export async function refuseTruncated(path: string, ext: string): Promise<void> {
  const isComplete = checks[ext];
  if (!isComplete) return;
  const file = await open(path, 'r');
  try {
    const complete = await isComplete(file, (await file.stat()).size);
    if (!complete) throw new Error(`the ${ext} file ends before its content is complete`);
  } finally {
    await file.close();
  }
}

type Check = (file: FileHandle, size: number) => Promise<boolean>;

const checks: Readonly<Record<string, Check>> = {
  gif: async (file) => isGifComplete(await readFile(file)),
  tiff: isTiffComplete,
  psd: (file, size) => isPhotoshopComplete(file, size, 4),
  psb: (file, size) => isPhotoshopComplete(file, size, 8),
  // The header of a WebP file declares the length of the file. The padding byte after content of odd length may be
  // missing.
  webp: async (file, size) => size + 1 >= 8 + (await readAt(file, 4, 4)).readUInt32LE(),
  apng: (file, size) => endsIn(file, size, '49454e44ae426082'),
  qoi: (file, size) => endsIn(file, size, '0000000000000001'),
  jls: (file, size) => endsIn(file, size, 'ffd9'),
  mid: async (file) => isSongComplete(await readFile(file)),
  // The header declares the lengths of the palette and of the picture.
  ras: async (file, size) => {
    const head = await readAt(file, 0, 32);
    return size >= 32 + head.readUInt32BE(16) + head.readUInt32BE(28);
  },
};

/**
 * Returns whether `mark`, the end mark of the format, occurs in the last 64 bytes of the file. Some programs append a
 * few bytes after the end mark.
 */
async function endsIn(file: FileHandle, size: number, mark: string): Promise<boolean> {
  const tail = await readAt(file, Math.max(0, size - 64), Math.min(size, 64));
  return tail.includes(Buffer.from(mark, 'hex'));
}

const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Returns whether all blocks are complete. A GIF without the end mark counts as complete, because the end mark is often
 * missing.
 */
export function isGifComplete(bytes: Buffer): boolean {
  let at = 13 + colourTable(bytes[10] ?? 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return true;
    if (kind === 0x2c) at += 11 + colourTable(bytes[at + 9] ?? 0);
    else if (kind === 0x21) at += 2;
    // Some programs append other bytes after the last block.
    else return true;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  return at === bytes.length;
}

/** Returns whether the file contains as many complete tracks as its header declares. */
export function isSongComplete(bytes: Buffer): boolean {
  let tracks = bytes.length >= 14 ? bytes.readUInt16BE(10) : 1;
  let at = 0;
  while (at + 8 <= bytes.length && tracks > 0) {
    if (bytes.toString('latin1', at, at + 4) === 'MTrk') tracks -= 1;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return tracks === 0 && at <= bytes.length;
}

/**
 * Returns whether the file contains the complete merged picture, which is the last section. `long` is the size in
 * bytes of the length field of the layer section.
 */
async function isPhotoshopComplete(file: FileHandle, size: number, long: 4 | 8): Promise<boolean> {
  const head = await readAt(file, 0, 26);
  const [channels, height, width, depth] = [
    head.readUInt16BE(12),
    head.readUInt32BE(14),
    head.readUInt32BE(18),
    head.readUInt16BE(22),
  ];
  const lengthAt = async (at: number, bytes: 4 | 8) => {
    const field = await readAt(file, at, bytes);
    return bytes === 4 ? field.readUInt32BE() : Number(field.readBigUInt64BE());
  };
  let at = 26;
  for (const bytes of [4, 4, long] as const) at += bytes + (await lengthAt(at, bytes));
  const compression = (await readAt(file, at, 2)).readUInt16BE();
  const rows = channels * height;
  if (compression === 0) return size >= at + 2 + rows * Math.ceil((width * depth) / 8);
  if (compression !== 1) return true;
  const counts = await readAt(file, at + 2, rows * (long / 2));
  let packed = 0;
  for (let row = 0; row < rows; row += 1)
    packed += long === 4 ? counts.readUInt16BE(row * 2) : counts.readUInt32BE(row * 4);
  return size >= at + 2 + counts.length + packed;
}

/** Reads bytes at a position. Throws if the file is too short. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('the file ends within its header');
  return buffer;
}
