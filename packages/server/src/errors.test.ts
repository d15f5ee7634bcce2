/** Tests that a size limit is shown in a short form only if the short form is exact. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileTooLarge } from './errors.ts';

const limits: [bytes: number, text: string][] = [
  [0, '0 bytes'],
  [1, '1 byte'],
  [1000, '1000 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [26_214_400, '25 MB'],
  [26_214_401, '26214401 bytes'],
  [2_147_483_648, '2 GB'],
];

for (const [limit, text] of limits) {
  test(`an error message writes a size limit of ${limit} bytes as ${text}`, () => {
    const { message, details } = fileTooLarge(limit);
    assert.equal(message, `The file is larger than your limit of ${text}.`);
    assert.deepEqual(details, { limit });
  });
}
