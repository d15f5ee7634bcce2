import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ServiceError } from '../errors.ts';
import { Intake } from './intake.ts';

const limits = { uploadsAtOnce: 4, uploadBytesAtOnce: 100, diskReserve: 0 };

/** An upload that is held until `end`; `received` says that it is there. */
function held(intake: Intake, caller: string, bytes: number) {
  const begun = Promise.withResolvers<(size: number) => void>();
  const end = Promise.withResolvers<void>();
  const whole = intake.hold(caller, bytes, (received) => {
    begun.resolve(received);
    return end.promise;
  });
  whole.catch(begun.reject);
  return { received: begun.promise, end: () => (end.resolve(), whole) };
}

const refused = (reason: string) => (error: unknown) =>
  error instanceof ServiceError && error.status === 503 && error.details?.['reason'] === reason;

test('so many at once, and half of them from one caller', async () => {
  const intake = new Intake(limits, tmpdir());
  const [a] = [held(intake, 'a', 1), held(intake, 'a', 1), held(intake, 'b', 1)];
  await assert.rejects(held(intake, 'a', 1).received, refused('too_many_uploads'));
  (await a?.received)?.(1);
  await held(intake, 'a', 1).received;
  await held(intake, 'c', 1).received;
  await assert.rejects(held(intake, 'd', 1).received, refused('too_many_uploads'));
});

test('bytes are held until the conversion has ended, as many as there turned out to be', async () => {
  const intake = new Intake(limits, tmpdir());
  const first = held(intake, 'a', 90);
  await first.received;
  await assert.rejects(held(intake, 'b', 20).received, refused('too_many_uploads'));
  (await first.received)(30);
  assert.deepEqual(intake.state, { uploads: 0, bytes: 30 });
  const second = held(intake, 'b', 70);
  await second.received;
  await first.end();
  await second.end();
  assert.deepEqual(intake.state, { uploads: 0, bytes: 0 });
});

test('a file larger than all that may be held is taken alone', async () => {
  const intake = new Intake(limits, tmpdir());
  const large = held(intake, 'a', 1_000);
  await large.received;
  await assert.rejects(held(intake, 'b', 1).received, refused('too_many_uploads'));
  await large.end();
});

test('what the disk must keep free is not given away, nor held after the refusal', async () => {
  const intake = new Intake({ ...limits, diskReserve: Number.MAX_SAFE_INTEGER }, tmpdir());
  await assert.rejects(held(intake, 'a', 1).received, refused('disk_full'));
  assert.deepEqual(intake.state, { uploads: 0, bytes: 0 });
});
