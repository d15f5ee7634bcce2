/** Reads what a film shows and what it sounds like, by one start of ffmpeg for both. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
