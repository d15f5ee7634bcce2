/** Tests that the language of plain text is detected from its letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';

function languageOf(text: string): unknown {
  const program = `import json, sys, uno
from engines.tools.libreoffice.documents import text_language
print(json.dumps(text_language.language_of(sys.stdin.read())))`;
  return JSON.parse(python(program, text));
}

test('detects a language by letters that no other language uses', () => {
  assert.deepEqual(languageOf('日本語の文書'), ['ja', 'JP']);
  assert.deepEqual(languageOf('한국어 文書'), ['ko', 'KR']);
  assert.deepEqual(languageOf('这是简体中文'), ['zh', 'CN']);
  assert.deepEqual(languageOf('這是繁體中文'), ['zh', 'TW']);
});

test('a few letters of a second language do not change the detected language', () => {
  assert.deepEqual(languageOf(`${'这是简体中文文档'.repeat(5)}の`), ['zh', 'CN']);
});

test('returns no language for text without East Asian letters', () => {
  assert.equal(languageOf('Straße, Ελληνικά'), null);
});
