/** Adds chapters to the ID3 tag of WAV and TTA files (ID3v2 Chapter Frame Addendum 1.0). */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Chapter } from './chapters.ts';

const headerBytes = 10;
const maxTagBytes = 64 * 1024 * 1024;

/** Adds the chapters. Leaves a tag unchanged if it uses features that are unusual in WAV and TTA files. */
export async function writeId3Chapters(path: string, chapters: readonly Chapter[]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const isWave = (await readAt(file, 0, 4)).toString('latin1') === 'RIFF';
    if (isWave) return await addToWave(file, chapters);
    await addToBeginning(file, path, chapters);
  } finally {
    await file.close();
  }
}

/**
 * Replaces the ID3 tag, or appends a tag if the file has none. TagLib writes the tag after the samples, so only a small
 * part of the file is rewritten.
 */
async function addToWave(file: FileHandle, chapters: readonly Chapter[]): Promise<void> {
  const { size } = await file.stat();
  let at = 12;
  for (let chunk = await readAt(file, at, 8); chunk.length === 8; chunk = await readAt(file, at, 8)) {
    const length = chunk.readUInt32LE(4);
    const next = at + 8 + length + (length % 2);
    if (/^id3 $/i.test(chunk.toString('latin1', 0, 4))) {
      if (size - at > maxTagBytes) return;
      const tag = withChapters(await readAt(file, at + 8, length), chapters);
      const after = await readAt(file, next, Math.max(0, size - next));
      return tag && replaceEnd(file, at, Buffer.concat([chunkOf(tag), after]));
    }
    at = next;
  }
  const tag = withChapters(Buffer.alloc(0), chapters);
  if (tag) await replaceEnd(file, at, chunkOf(tag));
}

function chunkOf(tag: Buffer): Buffer {
  const head = Buffer.from('id3 \0\0\0\0', 'latin1');
  head.writeUInt32LE(tag.length, 4);
  return Buffer.concat([head, tag]);
}

/**
 * Replaces everything from `place` to the end of the file with `end`, and updates the length that the file's header
 * states.
 */
async function replaceEnd(file: FileHandle, place: number, end: Buffer): Promise<void> {
  const total = place + end.length - 8;
  if (total > 0xffff_ffff) return;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(total);
  await file.truncate(place);
  await file.write(end, 0, end.length, place);
  await file.write(length, 0, 4, 4);
}

async function addToBeginning(file: FileHandle, path: string, chapters: readonly Chapter[]): Promise<void> {
  const header = await readAt(file, 0, headerBytes);
  const length = isTag(header) ? headerBytes + syncSafe(header, 6) : 0;
  if (length > maxTagBytes) return;
  const tag = withChapters(await readAt(file, 0, length), chapters);
  if (!tag) return;
  const copy = `${path}.tagged`;
  const written = createWriteStream(copy);
  written.write(tag);
  await pipeline(createReadStream(path, { start: length }), written);
  await rename(copy, path);
}

/** Returns the tag with the chapters, padded to an even length, or undefined if the tag cannot be changed. */
function withChapters(tag: Buffer, chapters: readonly Chapter[]): Buffer | undefined {
  const version = isTag(tag) ? (tag[3] ?? 0) : 4;
  const flags = isTag(tag) ? (tag[5] ?? 0) : 0;
  if (![3, 4].includes(version) || flags !== 0) return undefined;
  const frames = [framesOf(tag, version), ...chapterFrames(chapters, version)];
  const length = frames.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const padding = Buffer.alloc(length % 2);
  const header = Buffer.alloc(headerBytes);
  header.write('ID3', 'latin1');
  header[3] = version;
  writeSyncSafe(header, length + padding.length, 6);
  return Buffer.concat([header, ...frames, padding]);
}

/** Returns the frames of an ID3 tag without the padding after the last frame. */
function framesOf(tag: Buffer, version: number): Buffer {
  let at = headerBytes;
  while (at + headerBytes <= tag.length && tag[at] !== 0)
    at += headerBytes + (version === 4 ? syncSafe(tag, at + 4) : tag.readUInt32BE(at + 4));
  return tag.subarray(headerBytes, Math.min(at, tag.length));
}

/**
 * Returns a table of contents, and a frame for each chapter. A chapter without a declared end lasts until the next
 * chapter.
 */
function chapterFrames(chapters: readonly Chapter[], version: number): Buffer[] {
  // The ID3 table of contents counts its chapters in one byte, so it cannot list more than 255 chapters.
  if (chapters.length > 255) return [];
  const idOf = (n: number) => Buffer.from(`ch${n}\0`, 'latin1');
  const topLevelAndOrdered = 3;
  const contents = Buffer.concat([
    Buffer.from('toc\0', 'latin1'),
    Buffer.from([topLevelAndOrdered, chapters.length]),
    ...chapters.map((_, n) => idOf(n)),
  ]);
  return [
    frame('CTOC', contents, version),
    ...chapters.map(({ seconds, end, title }, n) => {
      // Unused byte offsets have all bits set.
      const times = Buffer.alloc(16, 0xff);
      times.writeUInt32BE(Math.round(seconds * 1000), 0);
      times.writeUInt32BE(Math.round((end ?? chapters[n + 1]?.seconds ?? seconds) * 1000), 4);
      return frame('CHAP', Buffer.concat([idOf(n), times, titleFrame(title, version)]), version);
    }),
  ];
}

/**
 * Returns the frame with a title. In ID3v2.3, the title is encoded in UTF-16, because this version does not support
 * UTF-8.
 */
function titleFrame(title: string, version: number): Buffer {
  const text =
    version === 4
      ? [Buffer.from([3]), Buffer.from(title)]
      : [Buffer.from([1, 0xff, 0xfe]), Buffer.from(title, 'utf16le')];
  return frame('TIT2', Buffer.concat(text), version);
}

function frame(id: string, content: Buffer, version: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(id, 'latin1');
  if (version === 4) writeSyncSafe(header, content.length, 4);
  else header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

const isTag = (bytes: Buffer) => bytes.length >= headerBytes && bytes.toString('latin1', 0, 3) === 'ID3';

/** Reads a number of 28 bits, 7 in each byte. */
const syncSafe = (bytes: Buffer, at: number) =>
  [0, 1, 2, 3].reduce((sum, n) => sum * 128 + ((bytes[at + n] ?? 0) & 0x7f), 0);

function writeSyncSafe(bytes: Buffer, value: number, at: number): void {
  for (const n of [0, 1, 2, 3]) bytes[at + n] = (value >> (7 * (3 - n))) & 0x7f;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
