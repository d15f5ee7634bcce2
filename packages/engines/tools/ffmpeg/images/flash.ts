/** Decompresses Flash files, because ffmpeg drops the end of compressed files and does not detect truncated files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const maxBytes = 512 * 1024 * 1024;
const headerBytes = 8;

/**
 * Returns the path of the decompressed Flash file, or `input` if the file is not compressed. @throws if the file is
 * truncated.
 */
export function unpackedFlash(input: string, work: string): string {
  const bytes = readFileSync(input);
  if (bytes.toString('latin1', 0, 3) !== 'CWS') return input;
  const body = inflateSync(bytes.subarray(headerBytes), { maxOutputLength: maxBytes });
  const unpacked = `${work}/unpacked.swf`;
  writeFileSync(unpacked, Buffer.concat([Buffer.from('FWS'), bytes.subarray(3, headerBytes), body]));
  return unpacked;
}
