/**
 * Tests that the list of migrations matches their folder. Otherwise only an upgrade would reveal a migration that is
 * missing from the list.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { migrations } from '../../packages/server/src/db/migrations/index.ts';

test('lists every migration under its file name', () => {
  const folder = new URL('../../packages/server/src/db/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== 'index.ts');
  assert.deepEqual(
    Object.keys(migrations),
    files.map((name) => name.replace(/\.ts$/, '')),
  );
});
