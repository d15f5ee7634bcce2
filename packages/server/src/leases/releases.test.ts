import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Releases } from './releases.ts';

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

/**
 * Creates a `Releases` object with a clock that the test sets. The database of the `Releases` object is unreachable
 * while `isAway` is set.
 */
function underTest() {
  const time = { now: 0 };
  const releases = new Releases({ now: () => time.now, elapsed: () => time.now });
  const database = { isAway: true, calls: 0 };
  const release = () => {
    if (database.isAway) return Promise.reject(away());
    database.calls += 1;
    return Promise.resolve();
  };
  return { time, releases, database, release };
}

test('retries a failed release of a claim until the release succeeds', async () => {
  const { releases, database, release } = underTest();
  await releases.release(release);
  await assert.rejects(releases.repeat(), /terminating/);
  database.isAway = false;
  await releases.repeat();
  await releases.repeat();
  assert.equal(database.calls, 1);
  assert.equal(releases.inDoubt, false);
});

test('repeats the release of a claim for a minute if the response to the claim was lost', async () => {
  const { time, releases, database, release } = underTest();
  await assert.rejects(
    releases.claim(() => Promise.reject(away()), release),
    /terminating/,
  );
  assert.equal(releases.inDoubt, true);
  database.isAway = false;
  await releases.repeat();
  time.now = 60_000;
  assert.equal(releases.inDoubt, false);
  await releases.repeat();
  await releases.repeat();
  assert.equal(database.calls, 2);
});

test('rethrows an error without a retry unless the database connection was lost', async () => {
  const { releases } = underTest();
  const fail = () => Promise.reject(new Error('a bug'));
  await assert.rejects(releases.release(fail), /a bug/);
  await assert.rejects(releases.claim(fail, fail), /a bug/);
  await releases.repeat();
  assert.equal(releases.inDoubt, false);
});

test('does not release a claim that never reached the database', async () => {
  const { releases, release } = underTest();
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  await assert.rejects(
    releases.claim(() => Promise.reject(refused), release),
    /refused/,
  );
  assert.equal(releases.inDoubt, false);
  await releases.repeat();
});

test('runs the other releases even if one release fails with an unexpected error', async () => {
  const { releases, database, release } = underTest();
  let fails = 0;
  await releases.release(() => Promise.reject(fails++ === 0 ? away() : new Error('a bug')));
  await releases.release(release);
  database.isAway = false;
  await assert.rejects(releases.repeat(), /a bug/);
  await releases.repeat();
  assert.equal(database.calls, 1);
});
