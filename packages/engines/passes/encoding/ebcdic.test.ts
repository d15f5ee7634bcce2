/** Tests the detection of EBCDIC against text in other encodings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEbcdic } from './ebcdic.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** "The harbour opens at nine." and a line end, in code page 500. */
const sentence = hex('e38885408881998296a4994096978595a24081a340958995854b25');
/** Lines of a table: "name,city" and "Anna,Rome". */
const table = hex('958194856b8389a3a825c19595816bd996948525');

test('detects EBCDIC in sentences and tables', () => {
  assert.equal(isEbcdic(sentence), true);
  assert.equal(isEbcdic(table), true);
});

test('does not detect EBCDIC in text of other encodings', () => {
  const others = {
    ASCII: Buffer.from('The harbour opens at nine.\n'),
    'one word without a space': Buffer.from('harbour@example.example.org'),
    'Cyrillic in windows-1251': hex('cff0e8e2e5f220ece8f00acff0e8e2e5f2'),
    'Cyrillic in windows-1251 without spaces': hex('cff0e8e2e5f2ece8f0cff0e8e2e5f2ece8f0'),
    'Japanese in Shift_JIS': hex('93fa967b8cea82cc95b68e9a97f182f08f918b4c82b582dc82b7'),
    'Chinese in GBK': hex('d6d0b9fac8cbc3f1b9b2bacdb9fad6d0b9fac8cbc3f1'),
    'Chinese in Big5': hex('a4a4b5d8a5c1b0eaa4a4a4e5a6d2a740a440a442'),
  };
  for (const [name, bytes] of Object.entries(others)) assert.equal(isEbcdic(bytes), false, name);
});
