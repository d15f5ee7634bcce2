/**
 * Tests that comments, messages, test titles and docs contain no wording that readers stumble over, and that names use
 * the field's terms.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceptions } from './wording/exceptions.ts';
import { replacedNames } from './wording/names.ts';
import { stumbles, type Stumble } from './wording/stumbles.ts';

const isExcepted = ({ file, text }: Stumble) =>
  exceptions.some((one) => one.file === file && text.includes(one.text));

const found = stumbles();

test('no comment, message, test title or document matches a pattern in wording/patterns.txt', () => {
  const lines = found
    .filter((one) => !isExcepted(one))
    .map(({ file, line, text, pattern }) => `${file}:${line}: ${text.trim()} (${pattern})`);
  assert.equal(lines.length, 0, lines.join('\n'));
});

test('every exception to wording/patterns.txt matches a line of the project', () => {
  const idle = exceptions.filter(
    (one) => !found.some(({ file, text }) => one.file === file && text.includes(one.text)),
  );
  assert.deepEqual(idle, []);
});

test('names of files, types, functions and variables contain no word that the project has banned', () => {
  assert.deepEqual(replacedNames(), []);
});
