/** The simulation of the queue: the same for a seed, fair as the queue promises, and without a job lost or ended twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults, type Parameters } from './parameters.ts';
import { simulate } from './simulate.ts';

const few = { ...defaults, machines: 10, cores: 2, seconds: 30 };

/** Jobs of one length, so that places in the queue say how long others wait. */
const alike = (ms: number): Parameters['classes'] => {
  const one = { share: 1, medianMs: ms };
  return { data: one, picture: one, document: one, media: one };
};

test('the same seed gives the same outcome, another one another', () => {
  const [one, same, other] = [simulate(few), simulate(few), simulate({ ...few, seed: 2 })];
  assert.ok(one.jobs > 500, `${one.jobs} jobs`);
  assert.deepEqual(one, same);
  assert.notDeepEqual(one.waits, other.waits);
});

test('while one account floods, at most one of its jobs comes before each job that another one queues', () => {
  // The places are few and all taken, so that the order in the queue decides.
  const crowded = { ...few, machines: 2, places: 1, smallAccounts: 10_000, load: 0.5, lost: 0 };
  const { waits, floodAt } = simulate({ ...crowded, classes: alike(200), floodSeconds: 60 });
  const inFlood = waits.filter(({ account, queuedAt }) => account !== 0 && queuedAt > floodAt);
  assert.ok(inFlood.length > 30, `${inFlood.length} jobs of small accounts`);
  const most = Math.max(...inFlood.map(({ passedBy }) => passedBy));
  assert.ok(most >= 1 && most <= 2, `${most} jobs of the flood before one of a small account`);
  const ms = Math.max(...inFlood.map((wait) => wait.ms));
  assert.ok(ms < 5_000, `one waited for ${ms} ms`);
});

test('jobs of lost machines end once, whether those are dead or go on unheard', () => {
  for (const unheard of [0, 0.5, 1]) {
    const long = { ...few, classes: alike(12_000), unheard, lost: 0.5 };
    const outcome = simulate(long);
    assert.ok(outcome.lostJobs > 10, `${outcome.lostJobs} jobs were lost`);
    assert.deepEqual([outcome.endedOnce, outcome.endedTwice], [outcome.jobs, 0]);
    assert.equal(outcome.refused > 0, unheard > 0, `${outcome.refused} ends were refused`);
    // A heartbeat counts for 15 seconds; then another machine needs a free place.
    assert.ok(outcome.recoveryMs > 10_000, `begun again after ${outcome.recoveryMs} ms`);
  }
});

test('a worker that leaves calls to others for a moment after one that was in vain makes fewer claims, and waits stay short', () => {
  const many = { ...few, machines: 100, cores: 8 };
  const [following, leaving] = [simulate({ ...many, quietMs: 0 }), simulate(many)];
  const claims = ({ transactions }: typeof leaving) => transactions['claim'] ?? 0;
  assert.ok(
    claims(leaving) < claims(following) / 2,
    `${claims(leaving)} claims instead of ${claims(following)}`,
  );
  const before = leaving.waits.filter(({ queuedAt }) => queuedAt < leaving.floodAt).map(({ ms }) => ms);
  assert.ok(Math.max(...before) < 100, `one waited for ${Math.max(...before)} ms`);
});
