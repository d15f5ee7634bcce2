/** The video oracle: checks the duration, the frame size, the colour shown in each second, and the two tones. */
import assert from 'node:assert/strict';
import { frames as moments, movingSamples, picture } from '../../../samples/pictures/picture.ts';
import { run } from '../../../samples/run.ts';
import { scene } from '../../../samples/media/scene.ts';
import { tones } from '../../../samples/media/tones.ts';
import type { Claim } from '../../oracle.ts';
import { camcorder, readVideo, untilEnd } from './video-reader.ts';
import { colourOf } from './frame.ts';
import { checkGrid } from '../pictures/grid.ts';
import { mediaInfo, type MediaInfo } from './media-info.ts';
import { checkTones, type Sound } from './sound.ts';
import { checkMovingWave } from './waveform.ts';

export async function checkVideo(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  // Reads the container with MediaInfo, which is independent of FFmpeg. The streams are decoded with FFmpeg, because
  // only FFmpeg can decode all of them.
  const info = await mediaInfo(file);
  if (source.category === 'image') return checkMovement(file, info, claim);
  const sound = await (source.category === 'audio' ? checkMovingWave : checkScene)(file, info, claim);
  if (source.holds.includes('tags') && target.holds.includes('tags'))
    assert.equal(info.title, tones.title, 'title');
  const hearing = source.holds.includes('fullband') ? 'apart' : 'mixed';
  checkTones(sound, hearing);
  const seconds = (sound.channels[0]?.length ?? 0) / sound.rate;
  // Encoders pad the last frame, and frames of telephony formats are long.
  const margin = source.holds.includes('fullband') ? 0.2 : 0.3;
  assert.ok(Math.abs(seconds - tones.seconds) < margin, `${seconds} s of sound`);
}

/**
 * Checks a video that was made from a picture or an animation. The video must have no sound, and must show each frame
 * once, on a white background, for the duration of the frame.
 */
async function checkMovement(file: string, info: MediaInfo, { source, target }: Claim): Promise<void> {
  const { width, height } = picture();
  assert.deepEqual([info.width, info.height, info.sounds], [width, height, 0], 'width, height, sounds');
  const rate = 20;
  const { stdout } = await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-i', file, '-map', '0:v:0', '-vf', `fps=${rate}${await untilEnd(file, target)}`],
    ...['-pix_fmt', 'rgba', '-f', 'rawvideo', '-'],
  ]);
  const frameBytes = width * height * 4;
  // A still picture becomes a video of 1 second.
  const moves = movingSamples.includes(source.ext);
  const [count, milliseconds] = moves ? [moments.count, moments.milliseconds] : [1, 1000];
  const due = (count * milliseconds * rate) / 1000;
  assert.ok(
    Math.abs(stdout.length / frameBytes - due) <= 1,
    `${stdout.length / frameBytes} frames, not ${due}`,
  );
  for (let turn = 0; turn < count; turn += 1) {
    const at = Math.round(moves ? ((turn + 0.5) * milliseconds * rate) / 1000 : 0) * frameBytes;
    const pixels = stdout.subarray(at, at + frameBytes);
    checkGrid({ width, height, pixels }, { tones: 'colour', clear: false, tolerance: 24, turn });
  }
}

/** Checks the frames. Returns the sound of the video, which the caller checks. */
async function checkScene(file: string, info: MediaInfo, { source, target }: Claim): Promise<Sound> {
  assert.deepEqual(
    [info.width, info.height, info.sounds],
    [...([source.ext, target.ext].includes('dv') ? camcorder : [scene.width, scene.height]), 1],
    'width, height, sounds',
  );
  assert.ok(Math.abs(info.seconds - scene.seconds) < 0.3, `${info.seconds} s`);
  const { width, height, framesPerSecond } = scene;
  const steady = `fps=${framesPerSecond}${await untilEnd(file, target)},scale=${width}:${height}`;
  const { frames, sound } = await readVideo(file, ['-vf', steady, '-pix_fmt', 'rgba']);
  checkPictures(frames);
  return sound;
}

function checkPictures(frames: Buffer): void {
  const { width, height, framesPerSecond } = scene;
  const frameBytes = width * height * 4;
  const count = frames.length / frameBytes;
  assert.ok(Math.abs(count - scene.seconds * framesPerSecond) <= 3, `${count} frames`);
  const seen = (seconds: number) => {
    const start = Math.round(seconds * framesPerSecond) * frameBytes;
    return colourOf({ width, height, pixels: frames.subarray(start, start + frameBytes) });
  };
  assert.equal(seen(0.12), -1, 'black at the start');
  for (const [n] of scene.colours.entries()) {
    for (const at of [n + 0.6, n + 0.84]) assert.equal(seen(at), n, `colour at ${at} s`);
  }
}
