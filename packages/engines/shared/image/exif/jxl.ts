/** Reads and writes the metadata of JPEG XL, which is stored in boxes of the container. */
import { brotliDecompressSync } from 'node:zlib';
import type { Metadata } from './directories.ts';

const signature = Buffer.from('0000000c4a584c200d0a870a', 'hex');
const kind = Buffer.from('00000014667479706a786c20000000006a786c20', 'hex');

const boxHead = 8;
/** Maximum decompressed size of a box, in bytes. */
const maxOutputLength = 16 * 1024 * 1024;

/** Returns the metadata up to the first truncated box. A bare codestream has no metadata. */
export function metadataInJxl(file: Buffer): Metadata {
  const metadata: Metadata = {};
  if (!file.subarray(0, signature.length).equals(signature)) return metadata;
  for (let at = signature.length; at + boxHead <= file.length;) {
    const length = file.readUInt32BE(at) || file.length - at;
    if (length < boxHead || at + length > file.length) break;
    const [name, inside] = decompressed(
      file.toString('latin1', at + 4, at + 8),
      file.subarray(at + boxHead, at + length),
    );
    // The first 4 bytes of the box contain the offset of the Exif block, relative to the end of these 4 bytes.
    if (name === 'Exif' && inside.length > 4) metadata.exif = inside.subarray(4 + inside.readUInt32BE());
    if (name === 'xml ') metadata.xmp = inside;
    at += length;
  }
  return metadata;
}

function decompressed(name: string, inside: Buffer): [name: string, inside: Buffer] {
  if (name !== 'brob') return [name, inside];
  const unpacked = brotliDecompressSync(inside.subarray(4), { maxOutputLength });
  return [inside.toString('latin1', 0, 4), unpacked];
}

/** Returns `file` (a codestream or a container) as a container with the metadata. */
export function addMetadataToJxl(file: Buffer, { exif, xmp }: Metadata): Buffer {
  if (!exif && !xmp) return file;
  const block = exif?.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const contained = file.subarray(0, signature.length).equals(signature);
  const at = contained ? codestreamBox(file) : 0;
  return Buffer.concat([
    ...(contained ? [file.subarray(0, at)] : [signature, kind]),
    ...(block ? [box('Exif', Buffer.concat([Buffer.alloc(4), block]))] : []),
    ...(xmp ? [box('xml ', xmp)] : []),
    contained ? file.subarray(at) : box('jxlc', file),
  ]);
}

/** Returns the offset of the box that contains the codestream or its first part. */
function codestreamBox(file: Buffer): number {
  let at = signature.length;
  while (at + boxHead <= file.length && !/jxl[cp]/.test(file.toString('latin1', at + 4, at + 8)))
    at += Math.max(boxHead, file.readUInt32BE(at));
  return at;
}

function box(name: string, inside: Buffer): Buffer {
  const head = Buffer.alloc(boxHead);
  head.writeUInt32BE(boxHead + inside.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, inside]);
}
