/**
 * Checks pictures and videos that show the waveform of the two tones. The waveform of each channel is a bar of constant
 * height. The bars of the two channels are one above the other, on an empty background.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import type { Picture } from '../../../samples/pictures/picture.ts';
import { loudness, tones } from '../../../samples/media/tones.ts';
import type { Claim } from '../../oracle.ts';
import { camcorder, readVideo, untilEnd } from './video-reader.ts';
import type { MediaInfo } from './media-info.ts';
import { readPictures } from '../pictures/picture-reader.ts';
import type { Sound } from './sound.ts';

/** Checks a picture of the whole waveform, which must be dark on white. */
export async function checkWaveImage(files: readonly string[], { source, target }: Claim): Promise<void> {
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  const [picture] = await readPictures(file, target.ext);
  assert.ok(picture && picture.width === 1200 && picture.height === 400, 'size');
  assert.ok(
    picture.pixels.subarray(0, 3).every((value) => value > 250),
    'white paper',
  );
  checkWave({ ...picture, isInk: inkOn(picture.pixels) }, source, loudness / 32_768);
}

/** Video formats that allow only certain frame rates or that omit repeated frames. */
const otherRates = ['mpg', 'vob', 'mxf', 'ogv', 'dv'];

/** Checks the duration of the video and the waveform in its frames. Returns the sound, which the caller checks. */
export async function checkMovingWave(
  file: string,
  info: MediaInfo,
  { source, target }: Claim,
): Promise<Sound> {
  const [width, height, framesPerSecond] = [640, 360, 10];
  const size = target.ext === 'dv' ? camcorder : [width, height];
  assert.deepEqual([info.width, info.height, info.sounds], [...size, 1], 'width, height, sounds');
  assert.ok(Math.abs(info.seconds - tones.seconds) < 0.3, `${info.seconds} s`);
  // Reads only the brightness of the pixels. The bars must be visible even without colours.
  const shown = otherRates.includes(target.ext)
    ? ['-vf', `fps=${framesPerSecond}${await untilEnd(file, target)},scale=${width}:${height}:flags=neighbor`]
    : ['-fps_mode', 'passthrough'];
  const { frames, sound } = await readVideo(file, [...shown, '-pix_fmt', 'gray']);
  const frameBytes = width * height;
  const count = frames.length / frameBytes;
  assert.ok(Math.abs(count - tones.seconds * framesPerSecond) <= 1, `${count} frames`);
  // Skips the first frame, because audio encoders start with a short silence. Skips the last two frames, because the
  // sound fills only a part of the last frame.
  for (let n = 1; n < count - 2; n += 1) {
    const greys = frames.subarray(n * frameBytes, (n + 1) * frameBytes);
    const [paper = 0] = greys;
    const isInk = (place: number) => differs(greys[place], paper);
    checkWave({ width, height, isInk }, source, Math.sqrt(loudness / 32_768));
  }
  return sound;
}

interface Drawing {
  width: number;
  height: number;
  /** Returns whether a pixel differs from the background. `place` is the index of the pixel, counted row by row. */
  isInk: (place: number) => boolean;
}

/**
 * Throws unless at least 90 % of the columns of each channel have a centred bar. `tall` is the expected height of the
 * bar, as a fraction of the channel's height.
 */
function checkWave({ width, height, isInk }: Drawing, source: Format, tall: number): void {
  // Telephony formats have one channel, in which the two tones interfere.
  const [rows, least] = source.holds.includes('fullband') ? [2, tall * 0.75] : [1, tall * 0.2];
  const band = height / rows;
  for (let row = 0; row < rows; row += 1) {
    let good = 0;
    for (let x = 0; x < width; x += 1) {
      let [first, last, inked] = [-1, -1, 0];
      for (let y = 0; y < band; y += 1) {
        if (!isInk((row * band + y) * width + x)) continue;
        if (first < 0) first = y;
        last = y;
        inked += 1;
      }
      const [middle, share] = [(first + last) / 2 / band, (last - first + 1) / band];
      const solid = inked > 0 && inked === last - first + 1;
      if (solid && share > least && share < tall * 1.15 && Math.abs(middle - 0.5) < 0.06) good += 1;
    }
    assert.ok(good > width * 0.9, `a wave in ${good} of ${width} columns of row ${row + 1}`);
  }
}

function inkOn(pixels: Picture['pixels']): (place: number) => boolean {
  const [red = 0, green = 0, blue = 0] = pixels;
  return (place) =>
    differs(pixels[place * 4], red) ||
    differs(pixels[place * 4 + 1], green) ||
    differs(pixels[place * 4 + 2], blue);
}

function differs(value = 0, paper: number): boolean {
  return Math.abs(value - paper) > 60;
}
