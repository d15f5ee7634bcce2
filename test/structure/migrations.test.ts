/**
 * Tests that the list of database migrations matches the files in the folder of migrations. Without this test, a
 * migration that is missing from the list would be noticed only during an upgrade.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { migrations } from '../../packages/server/src/db/migrations/index.ts';

test('migrations/index.ts lists every migration under its file name', () => {
  const folder = new URL('../../packages/server/src/db/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== 'index.ts');
  assert.deepEqual(
    Object.keys(migrations),
    files.map((name) => name.replace(/\.ts$/, '')),
  );
});
