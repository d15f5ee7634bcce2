import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder, plainLetters, readsRightToLeft } from './reading-direction.ts';

/** What is read of the characters that stand on a line from left to right. */
function read(visual: string): string {
  const parts = [...visual].map((text) => ({ text }));
  return inReadingOrder(parts, readsRightToLeft([...visual]))
    .map(({ text }) => text)
    .join('');
}

test('text from left to right stays as it stands', () => {
  assert.equal(read('a line of 12 words'), 'a line of 12 words');
});

test('Hebrew is read from the right', () => {
  assert.equal(read('םלוע םולש'), 'שלום עולם');
});

test('numbers and Latin words in Hebrew keep their own direction', () => {
  assert.equal(read('ח"ש 1,250.50 ריחמ'), 'מחיר 1,250.50 ש"ח');
  assert.equal(read('םולש ABC תיב'), 'בית ABC שלום');
});

test('a Hebrew word in a Latin line is turned alone', () => {
  assert.equal(read('the word םולש means peace'), 'the word שלום means peace');
});

test('presentation forms become letters', () => {
  assert.equal(plainLetters('\ufedf\ufea4\ufee2'), '\u0644\u062d\u0645');
  assert.equal(plainLetters('e\ufb03cient'), 'efficient');
});
