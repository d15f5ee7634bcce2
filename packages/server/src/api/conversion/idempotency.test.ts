import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../errors.ts';
import type { AnsweredRequest, IdempotencyClaim, KeptAnswer } from '../../limits/idempotency.ts';
import { KeyClaim } from './idempotency.ts';

const answer: KeptAnswer = { status: 200, headers: {}, body: 'done' };
const fingerprint = () => Promise.resolve('abc');

/** A claim, and what is done with it in order. */
function open(): { claim: KeyClaim; calls: string[] } {
  const calls: string[] = [];
  const begun: IdempotencyClaim = {
    settle: (_, { status }) => Promise.resolve(void calls.push(`settle ${status}`)),
    release: () => Promise.resolve(void calls.push('release')),
  };
  return { claim: new KeyClaim(begun), calls };
}

/** Handles a request as the routes do. */
async function handle(claim: KeyClaim, work: () => Promise<void>): Promise<void> {
  await using held = claim;
  try {
    await held.replay(fingerprint);
    await work();
  } catch (error) {
    await held.keepRefusal(error);
    throw error;
  }
}

test('a key whose answer was kept stays taken', async () => {
  const { claim, calls } = open();
  await handle(claim, () => claim.keep(answer));
  assert.deepEqual(calls, ['settle 200']);
});

test('a refusal that the same request would meet again is kept', async () => {
  const { claim, calls } = open();
  const refused = handle(claim, () => Promise.reject(new ServiceError('bad_request', 'No.')));
  await assert.rejects(refused, /No\./);
  assert.deepEqual(calls, ['settle 400']);
});

test('after any other error the key is free again', async () => {
  const { claim, calls } = open();
  const failed = handle(claim, () => Promise.reject(new ServiceError('service_unavailable', 'Later.')));
  await assert.rejects(failed, /Later\./);
  assert.deepEqual(calls, ['release']);
});

test('a key is free again when the transaction fails in which its answer was kept', async () => {
  const { claim, calls } = open();
  const failed = handle(claim, async () => {
    await claim.keep(answer);
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  assert.deepEqual(calls, ['settle 200', 'release']);
});

test('a refusal before the request was received is not kept', async () => {
  const { claim, calls } = open();
  {
    await using held = claim;
    await held.keepRefusal(new ServiceError('file_too_large', 'Too large.'));
  }
  assert.deepEqual(calls, ['release']);
});

test('an answered key gives its answer again, marked, and nothing is kept or freed', async () => {
  const answered: AnsweredRequest = { matches: (asked) => asked === 'abc', answer };
  await using claim = new KeyClaim(answered);
  assert.equal(claim.isAnswered, true);
  const replay = await claim.replay(fingerprint);
  assert.deepEqual(replay, { ...answer, headers: { 'Idempotent-Replayed': 'true' } });
  await claim.keep(answer);
  await assert.rejects(
    claim.replay(() => Promise.resolve('other')),
    { status: 422 },
  );
});

test('a request without a key claims nothing', async () => {
  await using claim = new KeyClaim(undefined);
  assert.deepEqual([claim.hasKey, claim.isAnswered], [false, false]);
  assert.equal(await claim.replay(() => assert.fail('no fingerprint is needed')), undefined);
  await claim.keep(answer);
});
