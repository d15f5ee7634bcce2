import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible, visibleJson, visibleLines } from './visible.ts';

test('shows control characters and line separators as escape sequences', () => {
  assert.equal(visible('a\x1b[2J\r\n\tb'), 'a\\x1b[2J\\r\\n\\tb');
  assert.equal(visible('\x9b31m\x7f\0'), '\\x9b31m\\x7f\\x00');
  assert.equal(visible('\u202efdp.exe\u2066\u2028'), '\\u202efdp.exe\\u2066\\u2028');
});

test('does not escape letters of any script, direction marks, emoji or backslashes', () => {
  const text = 'é שלום\u200f عربي 漢字 👩‍💻 a\\b';
  assert.equal(visible(text), text);
});

test('keeps line breaks and tabs in multiline text', () => {
  assert.equal(visibleLines('a\x07\r\nb\tc'), 'a\\x07\nb\tc');
});

test('escapes invisible characters in JSON without changing its value', () => {
  const value = { name: 'a\x1b\x7f\x9b\u202e\n"' };
  const shown = visibleJson(JSON.stringify(value, null, 2));
  assert.doesNotMatch(shown, /[\x7f-\x9f\u202e]/);
  assert.deepEqual(JSON.parse(shown), value);
});
