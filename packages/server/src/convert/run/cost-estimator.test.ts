import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CostEstimator } from './cost-estimator.ts';

const MB = 1024 * 1024;
const chain = (source: string, target: string, ...costs: number[]) => ({
  ...{ source, target },
  steps: costs.map((cost) => ({ cost })),
});
const picture = chain('png', 'webp', 1);
const video = chain('mp4', 'webm', 4);

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual / expected - 1) < 0.2, `${actual} is not about ${expected}`);

test('without measurements, estimates the time from file size, steps and declared costs', () => {
  const { expect } = {
    expect: (...of: Parameters<CostEstimator['expect']>) => new CostEstimator().expect(...of),
  };
  assert.ok(expect(picture, 1_000) < 500, 'fifty small pictures are no long wait');
  assert.ok(expect(picture, 10 * MB) > expect(picture, 1_000));
  assert.ok(expect(chain('png', 'webp', 1, 1), 1_000) > expect(picture, 1_000));
  assert.ok(expect(video, 100 * MB) > 60_000);
});

test('estimates the time from measurements of the same route, in proportion to the file size', () => {
  const estimator = new CostEstimator();
  for (let n = 0; n < 5; n += 1) estimator.measured(video, 10 * MB, 3_000);
  near(estimator.expect(video, 10 * MB), 3_000);
  const long = estimator.expect(video, 100 * MB);
  assert.ok(long > 20_000 && long < 31_000, `${long} ms`);
});

test('estimates a route without measurements from measured routes of the same format category', () => {
  const estimator = new CostEstimator();
  const before = estimator.expect(chain('png', 'jpg', 1), 1_000);
  for (let n = 0; n < 5; n += 1) estimator.measured(picture, 1_000, 10 * estimator.expect(picture, 1_000));
  assert.ok(estimator.expect(chain('png', 'jpg', 1), 1_000) > 5 * before);
  assert.equal(estimator.expect(video, MB), new CostEstimator().expect(video, MB));
});

test('adapts the expected time to a slower machine, but limits the effect of one slow file', () => {
  const estimator = new CostEstimator();
  for (let n = 0; n < 50; n += 1) estimator.measured(picture, 1_000, 10);
  estimator.measured(picture, 1_000, 1_000);
  assert.ok(estimator.expect(picture, 1_000) < 30);
  for (let n = 0; n < 20; n += 1) estimator.measured(picture, 1_000, 100);
  near(estimator.expect(picture, 1_000), 100);
});
