/** The list of migrations equals their folder: one that is forgotten would be missed only by those who upgrade. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { migrations } from '../../packages/server/src/db/migrations/index.ts';

test('every migration is listed under the name of its file', () => {
  const folder = new URL('../../packages/server/src/db/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== 'index.ts');
  assert.deepEqual(
    Object.keys(migrations),
    files.map((name) => name.replace(/\.ts$/, '')),
  );
});
