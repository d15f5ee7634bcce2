import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ServiceError } from '../../errors.ts';
import { AdmissionControl } from './admission.ts';

const limits = { uploadsAtOnce: 4, uploadBytesAtOnce: 100, diskReserve: 0 };

const refused = (reason: string) => (error: unknown) =>
  error instanceof ServiceError && error.status === 503 && error.details?.['reason'] === reason;

test('limits each caller to half of the concurrent uploads', () => {
  const admission = new AdmissionControl(limits, tmpdir());
  const first = admission.admit('a', 1);
  admission.admit('a', 1);
  admission.admit('b', 1);
  assert.throws(() => admission.admit('a', 1), refused('too_many_uploads'));
  first.received(1);
  admission.admit('a', 1);
  admission.admit('c', 1);
  assert.throws(() => admission.admit('d', 1), refused('too_many_uploads'));
});

test('replaces the announced size of an upload by the actual size when the upload arrives', () => {
  const admission = new AdmissionControl(limits, tmpdir());
  {
    using first = admission.admit('a', 90);
    assert.throws(() => admission.admit('b', 20), refused('too_many_uploads'));
    first.received(30);
    assert.deepEqual(admission.state, { uploads: 0, bytes: 30 });
    using second = admission.admit('b', 70);
    assert.deepEqual(admission.state, { uploads: 1, bytes: 100 });
    void second;
  }
  assert.deepEqual(admission.state, { uploads: 0, bytes: 0 });
});

test('an upload releases its reserved bytes only once, even if its ticket is disposed several times', () => {
  const admission = new AdmissionControl(limits, tmpdir());
  const other = admission.admit('a', 10);
  const ticket = admission.admit('a', 20);
  for (const again of [1, 2]) {
    ticket.received(5 * again);
    assert.deepEqual(admission.state, { uploads: 1, bytes: 15 });
  }
  for (let n = 0; n < 2; n += 1) {
    ticket[Symbol.dispose]();
    assert.deepEqual(admission.state, { uploads: 1, bytes: 10 });
  }
  other[Symbol.dispose]();
  assert.deepEqual(admission.state, { uploads: 0, bytes: 0 });
});

test('admits one upload above the byte limit, but no other upload at the same time', () => {
  const admission = new AdmissionControl(limits, tmpdir());
  using large = admission.admit('a', 1_000);
  assert.throws(() => admission.admit('b', 1), refused('too_many_uploads'));
  void large;
});

test('rejects an upload that would use the disk reserve', () => {
  const admission = new AdmissionControl({ ...limits, diskReserve: Number.MAX_SAFE_INTEGER }, tmpdir());
  assert.throws(() => admission.admit('a', 1), refused('disk_full'));
  assert.deepEqual(admission.state, { uploads: 0, bytes: 0 });
});
