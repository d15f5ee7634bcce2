/** The comparison of the differential oracle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { additions, missing, tokensOf, visible } from './compare.ts';

test('line breaks, hyphenation, case and typographic quotes make no difference', () => {
  assert.deepEqual(
    missing({ text: 'It’s a HAR-\nbour\nof “seven”\ngulls' }, ["it's a harbour of seven gulls"]),
    [],
  );
});

test('reports a missing word within a phrase', () => {
  assert.deepEqual(missing({ text: 'Purpose' }, ['Article I Purpose']), ['Article I Purpose']);
});

test('compares all digits of a number', () => {
  assert.deepEqual(missing({ text: '{"a": 1}' }, ['1.0']), ['1.0']);
  assert.deepEqual(missing({ text: '06:15:00' }, ['30:15:00']), ['30:15:00']);
  assert.deepEqual(missing({ text: '{"a": 1.0}' }, ['1.0']), []);
});

test('takes a task list mark for the checkbox that it stands for', () => {
  assert.deepEqual(tokensOf('- [x] agreed - [ ] refused'), ['☒', 'agreed', '☐', 'refused']);
  assert.deepEqual(missing({ text: '☐ agreed' }, ['☒ agreed']), ['☒ agreed']);
});

test('one of several spellings is enough', () => {
  assert.deepEqual(missing({ text: 'Term: definition' }, [['nothing', 'Term definition']]), []);
});

test('marks of a dialect may stand between the words of a phrase only where the reading says so', () => {
  const text = '\\textbf{Article I} \\emph{Purpose}';
  assert.deepEqual(missing({ text, marked: true }, ['Article I Purpose']), []);
  assert.deepEqual(missing({ text }, ['Article I Purpose']), ['Article I Purpose']);
});

test('finds content beside the page only for traits that stand beside it', () => {
  const reading = { text: 'page', all: 'page note' };
  assert.deepEqual(missing(reading, ['note'], { aside: true }), []);
  assert.deepEqual(missing(reading, ['note']), ['note']);
});

test('reports hidden words that are visible', () => {
  assert.deepEqual(visible({ text: 'Before SECRET after', all: 'OTHER' }, ['secret', 'other']), ['secret']);
});

test('names the words that a result adds, and no numbers', () => {
  assert.deepEqual(additions('one two two', 'one Unknown 2'), ['unknown']);
});
