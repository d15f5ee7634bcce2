/** Checks the drawn wave of the two tones: as high as they are loud all along, one above the other, and nothing around it. */
import assert from 'node:assert/strict';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { run } from '../../samples/run.ts';
import type { Picture } from '../../samples/picture.ts';
import { loudness, tones } from '../../samples/tones.ts';
import type { Claim } from '../oracle.ts';
import { mediaInfo } from './media-info.ts';
import { readPictures } from './picture-reader.ts';

/** The image of the whole, dark on white, read by another tool than drew it. */
export async function checkWaveImage(files: readonly string[], { source, target }: Claim): Promise<void> {
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  const [picture] = await readPictures(file, target.ext);
  assert.ok(picture && picture.width === 1200 && picture.height === 400, 'size');
  assert.ok(
    picture.pixels.subarray(0, 3).every((value) => value > 250),
    'white paper',
  );
  checkWave(picture, source, loudness / 32_768);
}

/** The moving one: every frame, and as many as the sound is long. */
export async function checkMovingWave(file: string, { source }: Claim): Promise<void> {
  const [width, height, framesPerSecond] = [640, 360, 10];
  const info = await mediaInfo(file);
  assert.deepEqual([info.width, info.height, info.sounds], [width, height, 1], 'width, height, sounds');
  assert.ok(Math.abs(info.seconds - tones.seconds) < 0.3, `${info.seconds} s`);
  const { stdout } = await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough'],
    ...['-pix_fmt', 'rgba', '-f', 'rawvideo', '-'],
  ]);
  const frameBytes = width * height * 4;
  const count = stdout.length / frameBytes;
  assert.ok(Math.abs(count - tones.seconds * framesPerSecond) <= 1, `${count} frames`);
  // Encoders of sound begin with a little silence, and the last frame is of what is left.
  for (let n = 1; n < count - 2; n += 1) {
    const pixels = stdout.subarray(n * frameBytes, (n + 1) * frameBytes);
    checkWave({ width, height, pixels }, source, Math.sqrt(loudness / 32_768));
  }
}

/** Throws unless in nearly every column of each channel a bar of that height stands around the middle. */
function checkWave({ width, height, pixels }: Picture, source: Format, tall: number): void {
  const isInk = inkOn(pixels);
  // Telephones have one channel, in which the two tones strengthen and weaken each other.
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

/** Whether the pixel at a place, counted through all rows, is of another colour than the first one. */
function inkOn(pixels: Picture['pixels']): (place: number) => boolean {
  const [red = 0, green = 0, blue = 0] = pixels;
  const differs = (at: number, paper: number) => Math.abs((pixels[at] ?? 0) - paper) > 60;
  return (place) => differs(place * 4, red) || differs(place * 4 + 1, green) || differs(place * 4 + 2, blue);
}
