/** Tests that the options `quality` and `bitrate` are mapped to the scales of encoders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRate, broadcastRate, onScale } from './scale.ts';

test('maps quality 1 to the worst, 50 to the default and 100 to the best value of the codec', () => {
  const scale = { flag: '-crf', worst: 40, usual: 23, best: 12 };
  assert.deepEqual(
    [1, 50, undefined, 75, 100].map((quality) => onScale(scale, quality)),
    [40, 23, 23, 17.5, 12],
  );
});

test('limits a bit rate to the range that the codec supports', () => {
  const coding = { flags: [], rates: [8, 320] };
  assert.deepEqual(
    [4, 100, 9999].map((rate) => allowedRate(coding, rate)),
    [8, 100, 320],
  );
});

test('replaces an unsupported bit rate with the nearest supported bit rate', () => {
  const coding = { flags: [], rates: [32, 48, 64] };
  assert.deepEqual(
    [1, 50, 60, 500].map((rate) => allowedRate(coding, rate)),
    [32, 48, 64, 64],
  );
});

test('prefers a broadcast frame rate that is a multiple of the source rate', () => {
  const rates = { 23.976: '24000/1001', 25: '25', 29.97: '30000/1001', 59.94: '60000/1001', 60: '60' };
  const others = {
    5: '25',
    10: '30',
    12: '24',
    12.5: '25',
    15: '30',
    18: '24000/1001',
    20: '60',
    29.83: '30000/1001',
  };
  for (const [wanted, rate] of Object.entries({ ...rates, ...others, 120: '60', 0: '25' }))
    assert.equal(broadcastRate(Number(wanted)), rate, wanted);
});
