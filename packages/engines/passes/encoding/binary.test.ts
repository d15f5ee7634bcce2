import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isBinary } from './binary.ts';

const noise = Buffer.concat(
  Array.from({ length: 64 }, (_, n) => createHash('sha256').update(`noise ${n}`).digest()),
);

for (const encoding of ['utf-8', 'utf-16le', 'windows-1252', 'shift_jis'])
  test(`classifies random bytes decoded as ${encoding} as binary`, () =>
    assert.ok(isBinary(new TextDecoder(encoding).decode(noise))));

const texts = [
  '',
  'a\tb\r\n',
  '\x1b[1mbold\x1b[0m',
  '日本語の文章です。',
  'שלום 🙂',
  `${'a'.repeat(99)}\uE000\uFFFD`,
];

for (const text of texts)
  test(`classifies the string ${JSON.stringify(text.slice(-12))} as text`, () => assert.ok(!isBinary(text)));
