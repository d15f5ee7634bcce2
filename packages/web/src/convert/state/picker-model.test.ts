import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { exactChoice, groupsOf, search } from './picker-model.ts';

const targets = ['avif', 'gif', 'jpg', 'pdf', 'png', 'tiff', 'webp', 'docx', 'txt', 'zip'].map((ext) =>
  format(ext),
);
const groups = groupsOf(targets, 'image');
const shown = (typed: string) =>
  search(groups, typed).map(({ name, choices }) => `${name}: ${choices.map(({ ext }) => ext).join(' ')}`);

test('lists common target formats first, then all target formats by category', () => {
  assert.deepEqual(shown(''), [
    'suggested: jpg png webp pdf avif gif',
    'image: avif gif jpg png tiff webp',
    'document: pdf docx txt',
    'archive: zip',
  ]);
});

test('lists previously chosen target formats before common target formats', () => {
  const [first] = groupsOf(targets, 'image', { tiff: 3, zip: 1 });
  assert.deepEqual(
    first?.choices.map(({ ext }) => ext),
    ['tiff', 'zip', 'jpg', 'png', 'webp', 'pdf'],
  );
});

test('finds a format by a part of its extension, alias, name or keyword', () => {
  assert.deepEqual(shown('jpeg'), ['suggested: jpg']);
  assert.deepEqual(shown('.TIF'), ['suggested: tiff']);
  assert.deepEqual(shown('word'), ['suggested: docx']);
  assert.deepEqual(shown('ebp'), ['suggested: webp']);
  assert.match(shown('p')[0] ?? '', /^suggested: (pdf png|png pdf)/);
});

test('finds the closest format for a mistyped extension, but nothing for unrelated text', () => {
  assert.deepEqual(shown('wbp'), ['closest: webp']);
  assert.deepEqual(shown('pgn'), ['closest: png']);
  assert.deepEqual(shown('qqqq'), []);
  assert.deepEqual(shown('qq'), []);
});

test('selects a format only if its whole extension or alias is typed', () => {
  assert.equal(exactChoice(groups, 'JPEG')?.ext, 'jpg');
  assert.equal(exactChoice(groups, 'jp'), undefined);
});
