/** What the headers of an animated GIF or PNG declare: the pixels of all frames together, and the number of plays. */
import { delaysOf } from '../../../shared/image/animation/delays.ts';

/** As many as a minute of full HD video. */
export const maxAnimationPixels = 3_000_000_000;

/** Width × height × frames; 0 where the headers are incomplete. The frames are counted: their declared number may be wrong. */
export function animationPixels(ext: string, file: Buffer): number {
  const frames = delaysOf(ext, file).length;
  if (ext === 'apng') return file.length < 24 ? 0 : file.readUInt32BE(16) * file.readUInt32BE(20) * frames;
  return file.length < 13 ? 0 : file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
}

/** The largest number of plays that every format can hold. */
export const maxPlays = 65_535;

/** The number of plays, as far as every format can hold it; 0 means for ever. */
export function playsOf(ext: string, file: Buffer): number {
  return Math.min(maxPlays, ext === 'apng' ? apngPlays(file) : gifPlays(file));
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
