/** Reads and writes the number of plays of an AVIF sequence, which is stored in the edit list of its tracks. */
import { boxesIn, boxOf, findBox, wholeOf, type Box } from '../../../shared/image/boxes.ts';

/**
 * Returns a numeric field of a versioned box. In version 1 of the box, the field has 8 bytes and is at the offset
 * `wide`. In version 0 of the box, the field has 4 bytes and is at the offset `narrow`.
 */
function versioned(
  file: Buffer,
  { content }: Box,
  { wide, narrow }: { wide: number; narrow: number },
): Field {
  const isWide = file[content] === 1;
  const at = content + 4 + (isWide ? wide : narrow);
  const value = isWide ? file.readBigUInt64BE(at) : BigInt(file.readUInt32BE(at));
  return { at, bytes: isWide ? 8 : 4, value };
}

interface Field {
  at: number;
  bytes: 4 | 8;
  value: bigint;
}

const trackDuration = (file: Buffer, box: Box) => versioned(file, box, { wide: 24, narrow: 16 });
const mediaDuration = (file: Buffer, box: Box) => versioned(file, box, { wide: 20, narrow: 12 });

const highest = (bytes: 4 | 8) => (1n << BigInt(8 * bytes)) - 1n;

/**
 * Returns the number of times that the animation is played. 0 means endless. If a file declares no number, it plays
 * endlessly, as in browsers.
 */
export function playsOfSequence(file: Buffer): number {
  const track = findBox(file, ['moov', 'trak'], wholeOf(file));
  const [header, edits] = track
    ? [findBox(file, ['tkhd'], track), findBox(file, ['edts', 'elst'], track)]
    : [];
  if (!header || !edits) return 0;
  if (((file[edits.content + 3] ?? 0) & 1) === 0) return 1;
  const duration = trackDuration(file, header);
  // The edit list begins with the number of entries, which is 1. The next field is the duration of the only entry.
  const played = versioned(file, edits, { wide: 4, narrow: 4 }).value;
  if (duration.value === highest(duration.bytes) || played === 0n) return 0;
  return Number((duration.value + played - 1n) / played);
}

/** Returns the number of frames of an AVIF or HEIC sequence, or 0 for a file with still pictures only. */
export function framesOfSequence(file: Buffer): number {
  const sizes = findBox(file, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'], wholeOf(file));
  return sizes && sizes.content + 12 <= sizes.end ? file.readUInt32BE(sizes.content + 8) : 0;
}

/**
 * Returns the sequence `file` with `plays` as its number of plays. If `file` already declares a number, returns it
 * unchanged.
 */
export function withPlays(file: Buffer, plays: number): Buffer {
  const movie = findBox(file, ['moov'], wholeOf(file));
  if (!movie || findBox(file, ['trak', 'edts'], movie)) return file;
  const parts = [...boxesIn(file, movie)].map((box) =>
    box.kind === 'trak'
      ? trackWithPlays(file.subarray(box.start, box.end), plays)
      : file.subarray(box.start, box.end),
  );
  // Offsets in the file stay valid, because the new boxes are appended after the pixels and the replaced boxes become
  // free space.
  const freed = Buffer.from(file);
  freed.write('free', movie.start + 4, 'latin1');
  return Buffer.concat([freed, boxOf('moov', ...parts)]);
}

function trackWithPlays(track: Buffer, plays: number): Buffer {
  const inside = { content: 8, end: track.length };
  const [header, media] = [findBox(track, ['tkhd'], inside), findBox(track, ['mdia', 'mdhd'], inside)];
  if (!header || !media) return track;
  const played = mediaDuration(track, media).value;
  const changed = Buffer.from(track);
  const { at, bytes } = trackDuration(track, header);
  const duration = plays === 0 ? highest(bytes) : played * BigInt(plays);
  if (bytes === 8) changed.writeBigUInt64BE(duration, at);
  else changed.writeUInt32BE(Number(duration), at);
  const edits = Buffer.alloc(28);
  edits.writeUInt32BE(0x0100_0001, 0);
  edits.writeUInt32BE(1, 4);
  edits.writeBigUInt64BE(played, 8);
  edits.writeUInt32BE(0x0001_0000, 24);
  return boxOf(
    'trak',
    changed.subarray(8, header.end),
    boxOf('edts', boxOf('elst', edits)),
    changed.subarray(header.end),
  );
}
