/** A failed start of the service closes every part that it has opened, in reverse order. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../support/server/in-process-service.ts';

test('leaves no sandbox, folder or database open if uploads cannot be stored', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  try {
    // This file prevents the uploads folder. Uploads are opened last, after the database, the sandbox and the lease.
    await writeFile(path.join(dir, 'uploads'), '');
    await assert.rejects(startInProcess({ DATA_DIR: dir }), { code: 'EEXIST' });
    assert.deepEqual(await readdir(path.join(dir, 'work')), []);
    // SQLite removes its write-ahead log when the last connection closes.
    assert.deepEqual(
      (await readdir(dir)).filter((name) => /-(wal|shm)$/.test(name)),
      [],
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
