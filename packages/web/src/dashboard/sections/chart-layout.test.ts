/** Tests that the bars of a chart are in order, inside the chart, and visible even if they are small. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, roundTop } from './chart-layout.ts';

for (const [value, top] of [
  [0, 4],
  [4, 4],
  [5, 5],
  [11, 20],
  [201, 500],
  [999, 1000],
] as const) {
  test(`rounds the top value ${value} of a chart up to ${top}`, () => assert.equal(roundTop(value), top));
}

const days = [
  { conversions: 1, failed: 0 },
  { conversions: 0, failed: 0 },
  { conversions: 900, failed: 100 },
];

test('a chart has one bar per day, and is mirrored in right-to-left languages', () => {
  const size = { width: 300, height: 100 };
  const { bars, top } = barsOf(days, { ...size, isRightToLeft: false });
  assert.equal(top, 1000);
  assert.deepEqual(
    bars.map(({ height, failedHeight }) => [height, failedHeight]),
    [
      [2, 0],
      [0, 0],
      [90, 10],
    ],
  );
  const mirrored = barsOf(days, { ...size, isRightToLeft: true }).bars;
  assert.deepEqual(
    mirrored.map(({ x, width }) => 300 - x - width),
    bars.map(({ x }) => x),
  );
});
