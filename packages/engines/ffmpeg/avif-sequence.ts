/** Decodes the frames of an AVIF sequence with ffmpeg: libheif reads only its first picture. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beginning } from '../runtime/beginning.ts';
import { refuse } from '../runtime/refuse.ts';
import { maxAnimationPixels } from './animation.ts';

const run = promisify(execFile);

const maxPixels = 100_000_000;

/** Whether the file is a sequence by its brand, which stands first among those of animations. */
export function isAvifSequence(file: string): boolean {
  return beginning(file, 12).toString('latin1', 4) === 'ftypavis';
}

const reading = ['-v', 'error', '-protocol_whitelist', 'file', '-f', 'mov'];

/** Writes the frames to `output` as `writing` says, which are flags of ffmpeg. Their delays stay. */
export async function decodeAvifSequence(
  input: string,
  writing: readonly string[],
  output: string,
): Promise<void> {
  const listed = ['-show_entries', 'stream=width,height,nb_frames', '-of', 'csv=p=0', '-i', input];
  const { stdout } = await run('/usr/bin/ffprobe', [...reading, ...listed]);
  const streams = stdout.trim().split('\n');
  const [width = 0, height = 0, frames = 1] = (streams[0] ?? '').split(',').map(Number);
  const pixels = width * height;
  if (pixels > maxPixels || pixels * frames > maxAnimationPixels) refuse('too_many_pixels');
  // A second track has the alpha of the frames.
  const alpha = streams.length > 1 ? ['-filter_complex', '[0:v:0][0:v:1]alphamerge'] : [];
  const opened = ['-nostdin', '-xerror', ...reading, '-max_pixels', String(maxPixels), '-i', input];
  await run('/usr/bin/ffmpeg', [...opened, ...alpha, ...writing, '-y', output]);
}
