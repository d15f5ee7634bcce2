import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { systemRandom } from '../kit/secrets.ts';
import { secretKeyIn } from './secret-key.ts';

test('all callers get the same secret key from a file that only its owner can read', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    const keys = await Promise.all(Array.from({ length: 20 }, () => secretKeyIn(dir, systemRandom)));
    keys.push(await secretKeyIn(dir, systemRandom));
    assert.equal(new Set(keys).size, 1);
    assert.match(keys[0] ?? '', /^[\w-]{43}$/);
    assert.deepEqual(await readdir(dir), ['secret.key']);
    assert.equal((await stat(path.join(dir, 'secret.key'))).mode & 0o777, 0o600);
  } finally {
    await rm(dir, { recursive: true });
  }
});
