/** Tests how the differential oracle compares the words of a result with the words of its source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { additions, missing, tokensOf, visible } from './compare.ts';

test('ignores line breaks, hyphenation, case and typographic quotes when it searches for a phrase', () => {
  assert.deepEqual(
    missing({ text: 'It’s a HAR-\nbour\nof “seven”\ngulls' }, ["it's a harbour of seven gulls"]),
    [],
  );
});

test('reports a phrase as missing if one of its words is missing', () => {
  assert.deepEqual(missing({ text: 'Purpose' }, ['Article I Purpose']), ['Article I Purpose']);
});

test('treats numbers that are written differently as different, such as 1 and 1.0', () => {
  assert.deepEqual(missing({ text: '{"a": 1}' }, ['1.0']), ['1.0']);
  assert.deepEqual(missing({ text: '06:15:00' }, ['30:15:00']), ['30:15:00']);
  assert.deepEqual(missing({ text: '{"a": 1.0}' }, ['1.0']), []);
});

test('treats a task list mark such as [x] as a checkbox, and compares the state of checkboxes', () => {
  assert.deepEqual(tokensOf('- [x] agreed - [ ] refused'), ['☒', 'agreed', '☐', 'refused']);
  assert.deepEqual(missing({ text: '☐ agreed' }, ['☒ agreed']), ['☒ agreed']);
});

test('accepts any of the spellings of a phrase', () => {
  assert.deepEqual(missing({ text: 'Term: definition' }, [['nothing', 'Term definition']]), []);
});

test('allows markup between the words of a phrase only if the format has markup', () => {
  const text = '\\textbf{Article I} \\emph{Purpose}';
  assert.deepEqual(missing({ text, marked: true }, ['Article I Purpose']), []);
  assert.deepEqual(missing({ text }, ['Article I Purpose']), ['Article I Purpose']);
});

test('searches content outside the visible text, such as comments, only if `aside` is set', () => {
  const reading = { text: 'page', all: 'page note' };
  assert.deepEqual(missing(reading, ['note'], { aside: true }), []);
  assert.deepEqual(missing(reading, ['note']), ['note']);
});

test('reports phrases that must be hidden but are visible', () => {
  assert.deepEqual(visible({ text: 'Before SECRET after', all: 'OTHER' }, ['secret', 'other']), ['secret']);
});

test('reports words that only the result has, but ignores numbers', () => {
  assert.deepEqual(additions('one two two', 'one Unknown 2'), ['unknown']);
});
