/** Wishes for quality and bitrate, as the encoders hear them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRate, onScale } from './scale.ts';

test('quality runs from the worst over the usual to the best', () => {
  const scale = { flag: '-crf', worst: 40, usual: 23, best: 12 };
  assert.deepEqual(
    [1, 50, undefined, 75, 100].map((quality) => onScale(scale, quality)),
    [40, 23, 23, 17.5, 12],
  );
});

test('a rate is kept within bounds', () => {
  const coding = { flags: [], rates: [8, 320] };
  assert.deepEqual(
    [4, 100, 9999].map((rate) => allowedRate(coding, rate)),
    [8, 100, 320],
  );
});

test('where only some rates exist the nearest is taken', () => {
  const coding = { flags: [], rates: [32, 48, 64] };
  assert.deepEqual(
    [1, 50, 60, 500].map((rate) => allowedRate(coding, rate)),
    [32, 48, 64, 64],
  );
});
