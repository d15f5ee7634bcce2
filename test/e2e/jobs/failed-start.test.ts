/** Tests that a server that fails to start closes everything that it has opened. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../support/server/in-process-service.ts';

test('a server that fails to start removes its sandbox folders and closes its database', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  try {
    // Makes the creation of the uploads folder fail. Before the server creates the uploads folder, it opens its
    // database and sandboxes.
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
