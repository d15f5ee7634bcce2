import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { FieldFiles } from './field-files.ts';

test('stops reading an uploaded file once the form is refused', async () => {
  const over = new AbortController();
  const stream = new PassThrough();
  stream.write('the beginning');
  const read = new FieldFiles(['attach']).read('attach', stream, 'a.txt', over.signal);
  over.abort();
  await assert.rejects(read, { name: 'AbortError' });
});

test('returns an uploaded file as a data URL that contains the file name', async () => {
  const stream = new PassThrough();
  stream.end('one');
  const url = await new FieldFiles(['attach']).read('attach', stream, 'a.txt', new AbortController().signal);
  assert.match(url, /^data:.*a\.txt.*;base64,b25l$/);
});
