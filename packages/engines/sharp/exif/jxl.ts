/** What a camera noted in a JPEG XL, in boxes beside the picture: found, and put there. */
import { brotliDecompressSync } from 'node:zlib';
import type { Notes } from './notes.ts';

const signature = Buffer.from('0000000c4a584c200d0a870a', 'hex');
const kind = Buffer.from('00000014667479706a786c20000000006a786c20', 'hex');

const boxHead = 8;
/** What is unpacked of a box at most. */
const maxBytes = 16 * 1024 * 1024;

/** Boxes up to the first that is not whole; a picture that stands alone has none. */
export function notesInJxl(file: Buffer): Notes {
  const notes: Notes = {};
  if (!file.subarray(0, signature.length).equals(signature)) return notes;
  for (let at = signature.length; at + boxHead <= file.length;) {
    const length = file.readUInt32BE(at) || file.length - at;
    if (length < boxHead || at + length > file.length) break;
    const [name, inside] = opened(
      file.toString('latin1', at + 4, at + 8),
      file.subarray(at + boxHead, at + length),
    );
    // In front of the block stands how far behind these four bytes it begins.
    if (name === 'Exif' && inside.length > 4) notes.exif = inside.subarray(4 + inside.readUInt32BE());
    if (name === 'xml ') notes.xmp = inside;
    at += length;
  }
  return notes;
}

function opened(name: string, inside: Buffer): [name: string, inside: Buffer] {
  if (name !== 'brob') return [name, inside];
  const unpacked = brotliDecompressSync(inside.subarray(4), { maxOutputLength: maxBytes });
  return [inside.toString('latin1', 0, 4), unpacked];
}

/** The picture in `file`, whether it stands alone or has a container already, in one with the notes. */
export function notedJxl(file: Buffer, { exif, xmp }: Notes): Buffer {
  if (!exif && !xmp) return file;
  const block = exif?.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const contained = file.subarray(0, signature.length).equals(signature);
  const at = contained ? pictureIn(file) : 0;
  return Buffer.concat([
    ...(contained ? [file.subarray(0, at)] : [signature, kind]),
    ...(block ? [box('Exif', Buffer.concat([Buffer.alloc(4), block]))] : []),
    ...(xmp ? [box('xml ', xmp)] : []),
    contained ? file.subarray(at) : box('jxlc', file),
  ]);
}

/** Where the box begins that holds the picture or its first part. */
function pictureIn(file: Buffer): number {
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
