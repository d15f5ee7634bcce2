/** Adds metadata to an intermediate PNG, from which sharp copies the metadata to the result. */
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { readExif, writeDirectory, type Metadata } from './directories.ts';

const orientation = 0x0112;
/** Offset of the first byte after the signature and the IHDR chunk, which is the first chunk of every PNG. */
export const afterHead = 8 + 25;

/**
 * Copies the PNG at `from` to `to` and adds the metadata. Omits the orientation, because the pixels are already
 * upright.
 */
export async function addMetadataToPng(from: string, to: string, { exif, xmp }: Metadata): Promise<void> {
  const chunks = [
    ...(exif ? [chunk('eXIf', upright(exif))] : []),
    ...(xmp ? [chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp]))] : []),
  ];
  await pipeline(createReadStream(from, { end: afterHead - 1 }), createWriteStream(to));
  await appendFile(to, Buffer.concat(chunks));
  await pipeline(createReadStream(from, { start: afterHead }), createWriteStream(to, { flags: 'a' }));
}

/** Returns the PNG without descriptive chunks (text, EXIF and time). The chunks that describe colours stay. */
export function withoutDescription(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)];
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (!describing.includes(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

const describing = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'];

function upright(exif: Buffer): Buffer {
  const head = Buffer.from('49492a0008000000', 'hex');
  const entries = readExif(exif).filter(({ tag }) => tag !== orientation);
  return Buffer.concat([head, writeDirectory(entries, head.length)]);
}

/** Returns the chunk with its length and checksum. */
export function chunk(name: string, inside: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), inside]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(inside.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
