import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder, plainLetters, readsRightToLeft } from './reading-direction.ts';

/** Returns the characters of a line in reading order. `visual` lists the characters from left to right. */
function read(visual: string): string {
  const parts = [...visual].map((text) => ({ text }));
  return inReadingOrder(parts, readsRightToLeft([...visual]))
    .map(({ text }) => text)
    .join('');
}

test('keeps left-to-right text unchanged', () => {
  assert.equal(read('a line of 12 words'), 'a line of 12 words');
});

test('reads Hebrew from right to left', () => {
  assert.equal(read('םלוע םולש'), 'שלום עולם');
});

test('does not reverse numbers and Latin words within Hebrew text', () => {
  assert.equal(read('ח"ש 1,250.50 ריחמ'), 'מחיר 1,250.50 ש"ח');
  assert.equal(read('םולש ABC תיב'), 'בית ABC שלום');
});

test('reverses only the Hebrew word in a Latin line', () => {
  assert.equal(read('the word םולש means peace'), 'the word שלום means peace');
});

test('converts Arabic presentation forms and Latin ligatures to letters', () => {
  assert.equal(plainLetters('\ufedf\ufea4\ufee2'), '\u0644\u062d\u0645');
  assert.equal(plainLetters('e\ufb03cient'), 'efficient');
});
