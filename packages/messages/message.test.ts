import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguage } from './languages.ts';
import { writeMessage } from './message.ts';

test('replaces placeholders in a message with values formatted for the language', () => {
  assert.equal(writeMessage('{count} of {all}', 'de', { count: 1234, all: 'x' }), '1.234 of x');
  assert.equal(writeMessage('{missing}', 'en'), '{missing}');
});

test('isolates values in right-to-left text, so that a number stays next to its unit', () => {
  const values = { format: 'PNG', size: '189 بايت' };
  assert.equal(writeMessage('{format}، {size}', 'ar', values), '\u2068PNG\u2069، \u2068189 بايت\u2069');
  assert.equal(writeMessage('{format}, {size}', 'de', values), 'PNG, 189 بايت');
});

test('chooses the plural form by the rules of the language', () => {
  const files = { one: 'one', two: 'two', few: 'few', other: 'other' };
  assert.equal(writeMessage(files, 'en', { count: 1 }), 'one');
  assert.equal(writeMessage(files, 'en', { count: 2 }), 'other');
  assert.equal(writeMessage(files, 'ar', { count: 2 }), 'two');
  assert.equal(writeMessage(files, 'ar', { count: 5 }), 'few');
});

test('returns the supported language that the Accept-Language header prefers', () => {
  const rows: [header: string | undefined, tag: string][] = [
    [undefined, 'en'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['nl, fr;q=0.5, de;q=0.7', 'de'],
    ['de;q=0, ja', 'ja'],
    ['*', 'en'],
    ['zh-Hant-TW', 'zh'],
  ];
  for (const [header, tag] of rows) assert.equal(acceptedLanguage(header).tag, tag, header);
});
