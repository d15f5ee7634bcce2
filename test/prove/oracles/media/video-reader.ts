/** Reads the frames and the sound of a video with a single FFmpeg process. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Format } from '@protean/formats/format.ts';
import { run } from '../../../samples/run.ts';
import { fromWave, type Sound } from './sound.ts';

/** Width and height of the frames in camcorder formats, and in videos that are converted from them. */
export const camcorder = [720, 576];

export interface Video {
  /** The raw pixels of the frames, one frame after the other. */
  frames: Buffer;
  sound: Sound;
}

/**
 * Reads the video. `shown` has FFmpeg options that filter the frames and set the pixel format. Throws if the video has
 * no frames or no sound.
 */
export async function readVideo(file: string, shown: readonly string[]): Promise<Video> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-video-'));
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
 * Returns an FFmpeg filter that ends an Ogg video at the duration in its container. For all formats other than Ogg
 * video, returns an empty string. The filter is necessary because an Ogg video may omit repeated frames, so that the
 * durations of frames differ. FFmpeg 7 would give the last frame the duration of the previous frame, which may be too
 * long.
 */
export async function untilEnd(file: string, { ext }: Format): Promise<string> {
  if (ext !== 'ogv') return '';
  const length = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const { stdout } = await run('/usr/bin/ffprobe', [...length, file]);
  return `,trim=end=${Number(stdout.toString())}`;
}
