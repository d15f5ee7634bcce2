/** Reads what a film shows and what it sounds like, by one start of ffmpeg for both. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Format } from '@protean/formats/format.ts';
import { run } from '../../samples/run.ts';
import { fromWave, type Sound } from './sound.ts';

/** Frames of camcorders are of one size, and so is what is made of them. */
export const camcorder = [720, 576];

export interface Film {
  /** One after the other, each a picture of raw pixels. */
  frames: Buffer;
  sound: Sound;
}

/** `shown` are ffmpeg's flags for the pixels. Throws where there is nothing to see or nothing to hear. */
export async function readFilm(file: string, shown: readonly string[]): Promise<Film> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-film-'));
  const wave = path.join(dir, 'sound.wav');
  try {
    const { stdout: frames } = await run('/usr/bin/ffmpeg', [
      ...['-v', 'error', '-i', file],
      ...['-map', '0:v:0', ...shown, '-f', 'rawvideo', 'pipe:1'],
      ...['-map', '0:a:0', '-c:a', 'pcm_s16le', '-f', 'wav', wave],
    ]);
    return { frames, sound: fromWave(await readFile(wave)) };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/**
 * A filter's continuation that ends a film where its container says. Where repeats are left out, FFmpeg 7 shows the last
 * frame as long as the one before it, not until the film ends.
 */
export async function untilEnd(file: string, { ext }: Format): Promise<string> {
  if (ext !== 'ogv') return '';
  const length = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const { stdout } = await run('/usr/bin/ffprobe', [...length, file]);
  return `,trim=end=${Number(stdout.toString())}`;
}
