/** What the headers of an animated GIF or PNG declare: the pixels of all frames together, and the number of plays. */

/** As many as a minute of full HD video. */
export const maxAnimationPixels = 3_000_000_000;

/** Width × height × frames; 0 where the headers are incomplete. */
export function animationPixels(ext: string, file: Buffer): number {
  return ext === 'apng' ? apngPixels(file) : gifPixels(file);
}

// Counts the frame headers: the declared number of frames may be wrong.
function apngPixels(file: Buffer): number {
  let frames = 0;
  for (let at = 8; at + 12 <= file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'fcTL') frames += 1;
  }
  return file.length < 24 ? 0 : file.readUInt32BE(16) * file.readUInt32BE(20) * frames;
}

function gifPixels(file: Buffer): number {
  if (file.length < 13) return 0;
  const palette = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let frames = 0;
  for (let at = 13 + palette(file[10] ?? 0); at < file.length;) {
    const kind = file[at];
    if (kind === 0x21) at = afterBlocks(file, at + 2);
    else if (kind === 0x2c) {
      frames += 1;
      at = afterBlocks(file, at + 11 + palette(file[at + 9] ?? 0));
    } else break;
  }
  return file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
}

/** The offset after a chain of blocks, each of which begins with its length; an empty one ends the chain. */
export function afterBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1;
  return at + 1;
}

/** The number of plays; 0 means for ever. */
export function playsOf(ext: string, file: Buffer): number {
  return ext === 'apng' ? apngPlays(file) : gifPlays(file);
}

function apngPlays(file: Buffer): number {
  const control = file.indexOf('acTL', 8, 'latin1');
  return control < 0 ? 0 : file.readUInt32BE(control + 8);
}

/** A GIF declares the number of repetitions; one that declares none is played once. */
function gifPlays(file: Buffer): number {
  const extension = file.indexOf('NETSCAPE2.0\x03\x01', 0, 'latin1');
  if (extension < 0) return 1;
  const repetitions = file.readUInt16LE(extension + 13);
  return repetitions === 0 ? 0 : repetitions + 1;
}

/** The value of ffmpeg's flag `-loop` for a GIF with so many plays. */
export function gifLoops(plays: number): number {
  return plays === 1 ? -1 : Math.max(0, plays - 1);
}
