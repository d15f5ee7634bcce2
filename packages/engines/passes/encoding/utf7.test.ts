/** Tests that UTF-7 is detected, and that ASCII text with plus signs is not mistaken for UTF-7. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { textIn } from './detect.ts';
import { isUtf7 } from './utf7.ts';

const texts = {
  German: 'Grüße aus München, für 5 € + Porto\n',
  Russian: 'Все люди рождаются, свободными\n',
  Chinese: '人人生而自由, 在尊严和权利上一律平等\n',
  'emoji and quotes': '“Hello” 🙂\n',
};

for (const [name, text] of Object.entries(texts))
  test(`detects and decodes UTF-7 text (${name})`, () => {
    const found = textIn(iconv.encode(text, 'utf-7'), 'txt');
    assert.deepEqual([found.name, found.certain, found.text], ['utf-7', false, text]);
  });

test('reports the encoding UTF-7 as certain if the text starts with a byte order mark', () => {
  const found = textIn(Buffer.from('+/v8-f+APw-r\n'), 'csv');
  assert.deepEqual([found.name, found.certain, found.text], ['utf-7', true, 'für\n']);
});

const ascii = {
  'a telephone list': 'Anna,+49301234567-12\nBob,+4420123-4\nCy,+1-555-0100\n',
  'a patch': '--- a.c\n+++ b.c\n@@ -1 +1,2 @@\n+int a;\n+int b-c;\n',
  sums: 'a+foo-b = c+foo-d\nC++ and a+b\n',
  'one word twice': '+ABC- +ABC-\n',
  base64: `${Buffer.from('a few bytes that have a plus >>> ~~ÿþ').toString('base64')}\n`,
  'literal plus signs': 'a +- b +- c\n',
};

for (const [name, text] of Object.entries(ascii))
  test(`does not detect UTF-7 in ${name}`, () => assert.equal(isUtf7(Buffer.from(text), 'txt'), false));

test('detects UTF-7 in a text file but not in an HTML file with the same bytes', () => {
  const page = Buffer.from('<p>+ADw-b+AD4- +APw-</p>');
  assert.deepEqual([isUtf7(page, 'html'), isUtf7(page, 'txt')], [false, true]);
});
