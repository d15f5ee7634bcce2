/**
 * Checks images made from the sample video. A still image must show a coloured frame, and an animation must show all
 * three colours.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import type { Picture } from '../../../samples/pictures/picture.ts';
import { scene } from '../../../samples/media/scene.ts';
import type { Claim } from '../../oracle.ts';
import { readPictures, type Frame } from '../pictures/picture-reader.ts';

/**
 * Throws if the image does not show the sample video. Reads the image with a program other than the program that wrote
 * the image.
 */
export async function checkFrame(files: readonly string[], { source, target, loses }: Claim): Promise<void> {
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  const frames = await readPictures(file, target.ext);
  for (const frame of frames) checkSize(frame, source, target, frames.length > 1);
  if (source.holds.includes('animation') && target.holds.includes('animation')) {
    checkMovement(frames);
    return;
  }
  const [frame] = frames;
  assert.ok(frame && frames.length === 1, `${frames.length} frames`);
  if (loses.includes('colour') || !target.holds.includes('colour')) checkMark(frame);
  else assert.ok(colourOf(frame) >= 0, 'a frame from the video, not the black one it begins with');
}

/**
 * Checks that the image has the size of the video. Skips square images, because only icons are square. For camcorder
 * videos, the expected animation is smaller than the video, and a GIF is the smallest.
 */
function checkSize({ width, height }: Frame, source: Format, target: Format, moves: boolean): void {
  if (width === height) return;
  const camcorder = moves ? (target.ext === 'gif' ? [480, 360] : [640, 480]) : [768, 576];
  assert.deepEqual([width, height], source.ext === 'dv' ? camcorder : [scene.width, scene.height], 'size');
}

function checkMovement(frames: readonly Frame[]): void {
  const total = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  assert.ok(Math.abs(total / 1000 - scene.seconds) < 0.3, `${total} ms`);
  for (const [n] of scene.colours.entries()) {
    const frame = frameAt(frames, n * 1000 + 600);
    assert.equal(frame && colourOf(frame), n, `colour at ${n}.6 s`);
  }
}

function frameAt(frames: readonly Frame[], milliseconds: number): Frame | undefined {
  let shown = 0;
  return frames.find((frame) => (shown += frame.milliseconds) > milliseconds);
}

/**
 * Returns the index of the colour of a frame in `scene.colours`, or -1 for black. Throws if the frame is not from the
 * sample video.
 */
export function colourOf(picture: Picture): number {
  const middle = colourAt(picture, scene.width / 2, scene.height / 2);
  if (near(middle, [0, 0, 0])) return -1;
  const colour = scene.colours.findIndex((expected) => near(middle, expected));
  assert.ok(colour >= 0, `colour ${middle.join(',')}`);
  checkMark(picture);
  return colour;
}

/** Checks that the white mark is in the top left corner and in no other corner. */
function checkMark(picture: Picture): void {
  const { width, height, mark } = scene;
  const inMark = mark.at + mark.side / 2;
  const marked = colourAt(picture, inMark, inMark);
  assert.ok(near(marked, [255, 255, 255]), `mark ${marked.join(',')}`);
  const middle = colourAt(picture, width / 2, height / 2);
  assert.ok(!near(marked, middle, 100), `mark on ${middle.join(',')}`);
  const corners = [
    [width - inMark, inMark],
    [inMark, height - inMark],
    [width - inMark, height - inMark],
  ] as const;
  for (const [x, y] of corners) {
    const corner = colourAt(picture, x, y);
    assert.ok(near(corner, middle), `corner ${x},${y}: ${corner.join(',')}`);
  }
}

/**
 * Half the side length, in pixels, of the square over which a colour is averaged. A single pixel is not enough, because
 * greys may be dithered.
 */
const reach = 5;

/**
 * Returns the mean colour around a point. `x` and `y` are coordinates of the sample video. In a square icon, the video
 * frame is vertically centred.
 */
function colourAt({ width, height, pixels }: Picture, x: number, y: number): readonly number[] {
  const scale = width / scene.width;
  const top = (height - scene.height * scale) / 2;
  const sums = [0, 0, 0];
  for (let row = y - reach; row < y + reach; row += 1) {
    for (let column = x - reach; column < x + reach; column += 1) {
      const at = (Math.floor(top + row * scale) * width + Math.floor(column * scale)) * 4;
      for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0);
    }
  }
  return sums.map((sum) => Math.round(sum / (2 * reach) ** 2));
}

function near(seen: readonly number[], expected: readonly number[], tolerance = 30): boolean {
  return expected.every((value, n) => Math.abs((seen[n] ?? 0) - value) <= tolerance);
}
