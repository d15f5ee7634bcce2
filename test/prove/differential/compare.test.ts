/** Tests how the differential oracle compares the words of a result with the words of its source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { additions, missing, tokensOf, visible } from './compare.ts';

test('the search for a phrase ignores line breaks, hyphenation, case and typographic quotes', () => {
  assert.deepEqual(
    missing({ text: 'It’s a HAR-\nbour\nof “seven”\ngulls' }, ["it's a harbour of seven gulls"]),
    [],
  );
});

test('a phrase is reported as missing from a result if one of its words is missing', () => {
  assert.deepEqual(missing({ text: 'Purpose' }, ['Article I Purpose']), ['Article I Purpose']);
});

test('numbers with different spellings, such as 1 and 1.0, count as different', () => {
  assert.deepEqual(missing({ text: '{"a": 1}' }, ['1.0']), ['1.0']);
  assert.deepEqual(missing({ text: '06:15:00' }, ['30:15:00']), ['30:15:00']);
  assert.deepEqual(missing({ text: '{"a": 1.0}' }, ['1.0']), []);
});

test('treats the task list marks [x] and [ ] as a checked and an unchecked checkbox', () => {
  assert.deepEqual(tokensOf('- [x] agreed - [ ] refused'), ['☒', 'agreed', '☐', 'refused']);
  assert.deepEqual(missing({ text: '☐ agreed' }, ['☒ agreed']), ['☒ agreed']);
});

test('a phrase with alternative spellings is found if the result contains any of the spellings', () => {
  assert.deepEqual(missing({ text: 'Term: definition' }, [['nothing', 'Term definition']]), []);
});

test('finds a phrase with markup between its words only if the result format has markup', () => {
  const text = '\\textbf{Article I} \\emph{Purpose}';
  assert.deepEqual(missing({ text, marked: true }, ['Article I Purpose']), []);
  assert.deepEqual(missing({ text }, ['Article I Purpose']), ['Article I Purpose']);
});

test('a phrase outside the visible text is found only if the option `aside` is set', () => {
  const reading = { text: 'page', all: 'page note' };
  assert.deepEqual(missing(reading, ['note'], { aside: true }), []);
  assert.deepEqual(missing(reading, ['note']), ['note']);
});

test('reports phrases that are hidden in the source but visible in the result', () => {
  assert.deepEqual(visible({ text: 'Before SECRET after', all: 'OTHER' }, ['secret', 'other']), ['secret']);
});

test('reports words that occur only in the result, but not additional numbers', () => {
  assert.deepEqual(additions('one two two', 'one Unknown 2'), ['unknown']);
});
