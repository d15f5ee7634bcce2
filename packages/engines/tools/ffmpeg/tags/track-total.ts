/** Writes the number of tracks on a disc, which the TagLib package drops from ID3 and MP4. */
import { findBox } from '../../../shared/image/boxes.ts';
import { changeMoov } from './moov.ts';

/** Returns the body of an ID3 frame TRCK in Latin-1. */
export const trackFrame = (number: string, total: string): Buffer =>
  Buffer.from(`\0${Number(number)}/${Number(total)}`, 'latin1');

/**
 * Offset of the total number of tracks in the content of the box `data`. The type, the locale and the track number
 * precede the total number.
 */
const totalAt = 8 + 4;

/** Sets the total in the atom `trkn`, if the file has one. */
export function writeTrackTotal(path: string, total: number): void {
  changeMoov(path, (moov) => {
    const data = trackData(moov);
    if (!data || data.end < data.content + totalAt + 2) return [];
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(Math.min(total, 0xffff));
    return [[data.content + totalAt, bytes]];
  });
}

function trackData(moov: Buffer) {
  const meta = findBox(moov, ['udta', 'meta'], { content: 8, end: moov.length });
  // The content of `meta` begins with 4 bytes of version and flags.
  return meta && findBox(moov, ['ilst', 'trkn', 'data'], { ...meta, content: meta.content + 4 });
}
