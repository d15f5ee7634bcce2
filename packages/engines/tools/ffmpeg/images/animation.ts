/**
 * Reads the total number of pixels of all frames, and the number of plays, from the headers of an animated GIF or PNG.
 */
import { delaysOf } from '../../../shared/image/animation/delays.ts';

/** Maximum total pixels, about 1 minute of full HD video. */
export const maxAnimationPixels = 3_000_000_000;

/**
 * Returns width × height × frames, or 0 if the headers are incomplete. Counts the frames, because their declared number
 * may be wrong.
 */
export function animationPixels(ext: string, file: Buffer): number {
  const frames = delaysOf(ext, file).length;
  if (ext === 'apng') return file.length < 24 ? 0 : file.readUInt32BE(16) * file.readUInt32BE(20) * frames;
  return file.length < 13 ? 0 : file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
}

/** Largest number of plays that every format supports. */
export const maxPlays = 65_535;

/** Returns how often the animation plays, at most `maxPlays`. 0 means endless. */
export function playsOf(ext: string, file: Buffer): number {
  return Math.min(maxPlays, ext === 'apng' ? apngPlays(file) : gifPlays(file));
}

function apngPlays(file: Buffer): number {
  const control = file.indexOf('acTL', 8, 'latin1');
  return control < 0 ? 0 : file.readUInt32BE(control + 8);
}

/**
 * Returns how often the animation plays, or 0 if it plays endlessly. A GIF declares the number of repetitions. A GIF
 * without a declaration plays once.
 */
function gifPlays(file: Buffer): number {
  const extension = file.indexOf('NETSCAPE2.0\x03\x01', 0, 'latin1');
  if (extension < 0) return 1;
  const repetitions = file.readUInt16LE(extension + 13);
  return repetitions === 0 ? 0 : repetitions + 1;
}

/** Returns the value of ffmpeg's flag `-loop` for a GIF that plays `plays` times. */
export function gifLoops(plays: number): number {
  return plays === 1 ? -1 : Math.max(0, plays - 1);
}
