import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../errors.ts';
import type { CompletedRecord, OpenRecord, StoredResponse } from '../../limits/idempotency.ts';
import { IdempotencyRecord } from './idempotency.ts';

const response: StoredResponse = { status: 200, headers: {}, body: 'done' };
const fingerprint = () => Promise.resolve('abc');

/** Returns an idempotency record, and a list of the `settle` and `release` calls that the record makes, in order. */
function open(): { record: IdempotencyRecord; calls: string[] } {
  const calls: string[] = [];
  const begun: OpenRecord = {
    settle: (_, { status }) => Promise.resolve(void calls.push(`settle ${status}`)),
    release: () => Promise.resolve(void calls.push('release')),
  };
  return { record: new IdempotencyRecord(begun), calls };
}

/** Handles a request as the endpoints do. */
async function handle(record: IdempotencyRecord, work: () => Promise<void>): Promise<void> {
  await using held = record;
  try {
    await held.replay(fingerprint);
    await work();
  } catch (error) {
    await held.storeRefusal(error);
    throw error;
  }
}

test('keeps the idempotency key if a response is stored', async () => {
  const { record, calls } = open();
  await handle(record, () => record.store(response));
  assert.deepEqual(calls, ['settle 200']);
});

test('stores a refusal if a retry would get the same refusal', async () => {
  const { record, calls } = open();
  const refused = handle(record, () => Promise.reject(new ServiceError('bad_request', 'No.')));
  await assert.rejects(refused, /No\./);
  assert.deepEqual(calls, ['settle 400']);
});

test('frees the idempotency key after a retryable error', async () => {
  const { record, calls } = open();
  const failed = handle(record, () => Promise.reject(new ServiceError('service_unavailable', 'Later.')));
  await assert.rejects(failed, /Later\./);
  assert.deepEqual(calls, ['release']);
});

test('frees the idempotency key if the transaction that stores the response fails', async () => {
  const { record, calls } = open();
  const failed = handle(record, async () => {
    await record.store(response);
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  assert.deepEqual(calls, ['settle 200', 'release']);
});

test('does not store a refusal that is sent before the whole request is received', async () => {
  const { record, calls } = open();
  {
    await using held = record;
    await held.storeRefusal(new ServiceError('file_too_large', 'Too large.'));
  }
  assert.deepEqual(calls, ['release']);
});

test('replays a stored response only for the same request', async () => {
  const completed: CompletedRecord = { matches: (asked) => asked === 'abc', response };
  await using record = new IdempotencyRecord(completed);
  assert.equal(record.isCompleted, true);
  const replay = await record.replay(fingerprint);
  assert.deepEqual(replay, { ...response, headers: { 'Idempotent-Replayed': 'true' } });
  await record.store(response);
  await assert.rejects(
    record.replay(() => Promise.resolve('other')),
    { status: 422 },
  );
});

test('does not store or replay a response for a request without an idempotency key', async () => {
  await using record = new IdempotencyRecord(undefined);
  assert.deepEqual([record.hasKey, record.isCompleted], [false, false]);
  assert.equal(await record.replay(() => assert.fail('no fingerprint is needed')), undefined);
  await record.store(response);
});
