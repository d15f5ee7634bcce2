import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../errors.ts';
import { keepable } from './keepable.ts';
import { checkKept, readMustKeep } from './must-keep.ts';

const route = {
  source: 'docx',
  target: 'txt',
  steps: [],
  loses: ['structure', 'images'],
  options: [],
} as const;

test('names are read from a list, with spaces and capitals', () => {
  assert.deepEqual(readMustKeep('tables, Links,animation'), ['tables', 'links', 'animation']);
  assert.deepEqual(readMustKeep(undefined), []);
});

test('a name that there is not is refused with those that there are', () => {
  for (const given of ['tables,beauty', '', 7]) {
    assert.throws(
      () => readMustKeep(given),
      (error: unknown) =>
        error instanceof ServiceError && error.status === 400 && error.details?.['allowed'] === keepable,
    );
  }
});

test('a route that may lose one is refused, which names those alone that it would lose', () => {
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

test('a route is not refused for what the file is known not to hold', () => {
  checkKept(['tables', 'images'], route, { tables: 0, pictures: 0 });
  assert.throws(() => checkKept(['tables', 'images'], route, { tables: 0, pictures: 2 }));
  assert.throws(() => checkKept(['tables'], route, { headings: 0 }));
});
