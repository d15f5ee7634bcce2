import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameIn } from './send.ts';

test('reads the file name from a Content-Disposition header', () => {
  assert.equal(fileNameIn('attachment; filename="a \\"b\\".pdf"'), 'a "b".pdf');
  assert.equal(
    fileNameIn('attachment; filename="W_rter.pdf"; filename*=UTF-8\'\'W%C3%B6rter.pdf'),
    'Wörter.pdf',
  );
  assert.equal(fileNameIn(null), undefined);
});
