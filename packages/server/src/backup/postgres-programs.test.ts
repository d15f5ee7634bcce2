/** Tests that PostgreSQL's programs are found by server version, and that an error lists the packages to install. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findProgram } from './postgres-programs.ts';

let root: string;

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'protean-pg-programs-'));
  for (const version of ['15', '17']) {
    await mkdir(path.join(root, version, 'bin'), { recursive: true });
    await writeFile(path.join(root, version, 'bin', 'pg_dump'), '', { mode: 0o755 });
  }
});

after(() => rm(root, { recursive: true }));

const found = (server: number) => findProgram('pg_dump', server, root);

test('selects the PostgreSQL program with the server’s version, or else the newest program', async () => {
  assert.equal(await found(15), path.join(root, '15', 'bin', 'pg_dump'));
  assert.equal(await found(16), path.join(root, '17', 'bin', 'pg_dump'));
});

test('the error for a missing or outdated PostgreSQL program names the version to install', async () => {
  await assert.rejects(
    found(18),
    /pg_dump belongs to PostgreSQL 17, which is older than the server \(18\)\. Install postgresql-client-18/,
  );
  await assert.rejects(
    findProgram('pg_restore', 15, root),
    /pg_restore was not found .*Install postgresql-client-15/,
  );
  await assert.rejects(findProgram('pg_dump', 15, path.join(root, 'none')), /pg_dump was not found/);
});
