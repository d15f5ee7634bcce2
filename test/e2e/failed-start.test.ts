/** A start that fails half-way closes what it had opened, in reverse order. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../support/in-process-service.ts';

test('a service that cannot keep uploads leaves no sandbox, no folder and no database open', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  try {
    // Opened after the database, the sandbox and the lease.
    await writeFile(path.join(dir, 'uploads'), '');
    await assert.rejects(startInProcess({ DATA_DIR: dir }), { code: 'EEXIST' });
    assert.deepEqual(await readdir(path.join(dir, 'work')), []);
    // SQLite removes its log when the last connection is closed.
    assert.deepEqual(
      (await readdir(dir)).filter((name) => /-(wal|shm)$/.test(name)),
      [],
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
