import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ServiceError } from '../errors.ts';
import { AdmissionControl } from './admission.ts';

const limits = { uploadsAtOnce: 4, uploadBytesAtOnce: 100, diskReserve: 0 };

/** An upload that is held until `end`; `received` says that it is there. */
function held(admission: AdmissionControl, caller: string, bytes: number) {
  const begun = Promise.withResolvers<(size: number) => void>();
  const end = Promise.withResolvers<void>();
  const whole = admission.admit(caller, bytes, (received) => {
    begun.resolve(received);
    return end.promise;
  });
  whole.catch(begun.reject);
  return { received: begun.promise, end: () => (end.resolve(), whole) };
}

const refused = (reason: string) => (error: unknown) =>
  error instanceof ServiceError && error.status === 503 && error.details?.['reason'] === reason;

test('so many at once, and half of them from one caller', async () => {
  const admission = new AdmissionControl(limits, tmpdir());
  const [a] = [held(admission, 'a', 1), held(admission, 'a', 1), held(admission, 'b', 1)];
  await assert.rejects(held(admission, 'a', 1).received, refused('too_many_uploads'));
  (await a?.received)?.(1);
  await held(admission, 'a', 1).received;
  await held(admission, 'c', 1).received;
  await assert.rejects(held(admission, 'd', 1).received, refused('too_many_uploads'));
});

test('bytes are held until the conversion has ended, as many as there turned out to be', async () => {
  const admission = new AdmissionControl(limits, tmpdir());
  const first = held(admission, 'a', 90);
  await first.received;
  await assert.rejects(held(admission, 'b', 20).received, refused('too_many_uploads'));
  (await first.received)(30);
  assert.deepEqual(admission.state, { uploads: 0, bytes: 30 });
  const second = held(admission, 'b', 70);
  await second.received;
  await first.end();
  await second.end();
  assert.deepEqual(admission.state, { uploads: 0, bytes: 0 });
});

test('a file larger than all that may be held is taken alone', async () => {
  const admission = new AdmissionControl(limits, tmpdir());
  const large = held(admission, 'a', 1_000);
  await large.received;
  await assert.rejects(held(admission, 'b', 1).received, refused('too_many_uploads'));
  await large.end();
});

test('what the disk must keep free is not given away, nor held after the refusal', async () => {
  const admission = new AdmissionControl({ ...limits, diskReserve: Number.MAX_SAFE_INTEGER }, tmpdir());
  await assert.rejects(held(admission, 'a', 1).received, refused('disk_full'));
  assert.deepEqual(admission.state, { uploads: 0, bytes: 0 });
});
