/** Writes the number of tracks on the disc of a song, which the TagLib package drops from ID3 and MP4. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { findBox } from '../../runtime/boxes.ts';

/** The body of an ID3 frame TRCK in Latin-1. */
export const trackFrame = (number: string, total: string): Buffer =>
  Buffer.from(`\0${Number(number)}/${Number(total)}`, 'latin1');

/** Larger boxes `moov` are not searched. */
const maxBytes = 64 * 1024 * 1024;
/** `data` begins with its type and its locale, and the number of tracks follows the one of this track. */
const totalAt = 8 + 4;

/** Sets the total in the atom `trkn`, if the file has one. */
export function writeTrackTotal(path: string, total: number): void {
  const file = openSync(path, 'r+');
  try {
    const moov = readMoov(file);
    const udta = moov && findBox(moov.bytes, ['udta', 'meta'], { content: 8, end: moov.bytes.length });
    // The version of `meta` precedes its boxes.
    const data =
      udta && findBox(moov.bytes, ['ilst', 'trkn', 'data'], { ...udta, content: udta.content + 4 });
    if (!moov || !data || data.end < data.content + totalAt + 2) return;
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(Math.min(total, 0xffff));
    writeSync(file, bytes, 0, 2, moov.start + data.content + totalAt);
  } finally {
    closeSync(file);
  }
}

function readMoov(file: number): { start: number; bytes: Buffer } | undefined {
  const { size } = fstatSync(file);
  const head = Buffer.alloc(16);
  for (let start = 0; start + 8 <= size;) {
    readSync(file, head, 0, 16, start);
    const declared = head.readUInt32BE(0);
    const length = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared || size - start;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > maxBytes || start + length > size) return undefined;
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, start);
      return { start, bytes };
    }
    if (length < 8) return undefined;
    start += length;
  }
  return undefined;
}
