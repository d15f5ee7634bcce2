import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../errors.ts';
import { checkKept } from './must-keep.ts';

const route = {
  source: 'docx',
  target: 'txt',
  steps: [],
  loses: ['structure', 'images'],
  options: [],
} as const;

test('must_keep refuses a route that may lose a listed feature', () => {
  assert.throws(
    () => checkKept(['tables', 'text', 'images'], route),
    (error: unknown) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.status, error.details?.['lost']], [422, ['tables', 'images']]);
      return true;
    },
  );
  checkKept(['text', 'styling'], route);
});

test('must_keep accepts a route that loses only features that the file is known to lack', () => {
  checkKept(['tables', 'images'], route, { tables: 0, pictures: 0 });
  assert.throws(() => checkKept(['tables', 'images'], route, { tables: 0, pictures: 2 }));
  assert.throws(() => checkKept(['tables'], route, { headings: 0 }));
});
