import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture, type Picture } from '../../../samples/pictures/picture.ts';
import { checkGrid, type Expectation } from './grid.ts';

const exact: Expectation = { tones: 'colour', clear: true, tolerance: 2 };

/** Returns the sample picture, with each pixel replaced by the result of `change`. */
function changed(change: (pixels: Buffer, at: number) => readonly number[]): Picture {
  const { width, height, pixels } = picture();
  const next = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) next.set(change(pixels, at), at);
  return { width, height, pixels: next };
}

const at = (pixels: Buffer, from: number) => [...pixels.subarray(from, from + 4)];

test('checkGrid accepts the unchanged sample picture', () => {
  checkGrid(picture(), exact);
  checkGrid(picture(1), { ...exact, turn: 1 });
});

test('checkGrid rejects a sample picture with wrong pixels, orientation or frame number', () => {
  const wrong: Record<string, Picture> = {
    blank: changed(() => [255, 255, 255, 255]),
    clear: changed(() => [0, 0, 0, 0]),
    opaque: changed((pixels, from) => [...at(pixels, from).slice(0, 3), 255]),
    'upside down': changed((pixels, from) => at(pixels, pixels.length - 4 - from)),
    'red and blue swapped': changed((pixels, from) => {
      const [red = 0, green = 0, blue = 0, alpha = 0] = at(pixels, from);
      return [blue, green, red, alpha];
    }),
    'cut off': changed((pixels, from) =>
      from < pixels.length / 2 ? at(pixels, from) : [128, 128, 128, 255],
    ),
    'the next one': picture(1),
  };
  for (const [name, shown] of Object.entries(wrong))
    assert.throws(() => checkGrid(shown, exact), Error, name);
});

test('checkGrid rejects a plain grey picture if dithered tones are expected', () => {
  const grey = changed(() => [128, 128, 128, 255]);
  assert.throws(() => checkGrid(grey, { tones: 'dithered', clear: false, tolerance: 20 }));
});
