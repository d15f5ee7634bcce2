import assert from 'node:assert/strict';
import { test } from 'node:test';
import { popularFirst } from './popular.ts';

test('lists common formats of the category first, then popular formats, then other formats', () => {
  const all = ['3fr', '7z', 'adoc', 'docx', 'jpg', 'pdf'];
  assert.deepEqual(popularFirst(all, 'image'), ['jpg', 'pdf', 'docx', '7z', '3fr', 'adoc']);
  assert.deepEqual(popularFirst(all, 'document'), ['pdf', 'docx', 'jpg', '7z', '3fr', 'adoc']);
});
