import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../errors.ts';
import { decodeContent, maxContentBytes } from './base64.ts';

test('decodes base64 in the standard and URL-safe alphabets, with and without line breaks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      const ofUrls = text.replaceAll('+', '-').replaceAll('/', '_');
      for (const given of [text, ofUrls, text.replace(/(.{10})/g, '$1\r\n')])
        assert.deepEqual(decodeContent(given), Buffer.from(bytes));
    }),
  );
});

const refusals: [what: string, content: string, code: string, words: RegExp][] = [
  [
    'truncated base64 content',
    Buffer.from('abcdef').toString('base64').slice(0, -1),
    'bad_request',
    /truncated/,
  ],
  ['content that is not base64', 'data:text/plain;base64,YWJj', 'bad_request', /not base64/],
  ['base64 content with padding in the middle', 'YQ==YQ==', 'bad_request', /not base64/],
  ['empty content', ' \n', 'bad_request', /empty/],
  [
    'base64 content that is 1 byte above the size limit',
    Buffer.alloc(maxContentBytes + 1).toString('base64'),
    'file_too_large',
    /create_upload/,
  ],
  [
    'base64 content that is far above the size limit',
    'A'.repeat(4 * maxContentBytes),
    'file_too_large',
    /create_upload/,
  ],
];

for (const [what, content, code, words] of refusals) {
  test(`decodeContent rejects ${what}`, () => {
    assert.throws(
      () => decodeContent(content),
      (error) => error instanceof ServiceError && error.code === code && words.test(error.message),
    );
  });
}

test('accepts base64 content of the maximum size', () => {
  assert.equal(decodeContent(Buffer.alloc(maxContentBytes).toString('base64')).length, maxContentBytes);
});
