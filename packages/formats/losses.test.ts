import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from './index.ts';
import { noticesOf } from './losses.ts';

const noticed = (source: string, target: string, ...loses: string[]) =>
  noticesOf(format(source), format(target), loses).join(' ');

test('returns the notice `same` if no loss changes the appearance', () => {
  assert.equal(noticed('docx', 'pdf', 'structure'), 'same no_structure');
  assert.equal(
    noticed('xlsx', 'pdf', 'structure', 'types', 'formulas', 'sheets'),
    'same no_structure results',
  );
  assert.equal(
    noticed('docx', 'png', 'text', 'structure', 'math', 'styling', 'layout', 'images'),
    'same as_picture',
  );
  assert.equal(noticed('svg', 'png', 'vector'), 'same pixels');
});

test('omits the notice `same` if a loss is visible or the source has no fixed appearance', () => {
  assert.equal(noticed('epub', 'pdf', 'structure', 'tags'), 'no_structure no_tags');
  assert.equal(noticed('png', 'jpg', 'alpha', 'exact'), 'background compressed');
  assert.equal(noticed('docx', 'html', 'layout', 'pages', 'styling'), 'some_styling breaks');
});

test('combines related losses into one notice, such as `only_text`, `only_sound` or `silent`', () => {
  assert.equal(noticed('docx', 'txt', 'structure', 'styling', 'layout', 'images', 'pages'), 'only_text');
  assert.equal(noticed('mp4', 'mp3', 'picture', 'animation', 'colour'), 'only_sound');
  assert.equal(noticed('mp4', 'gif', 'picture', 'sound', 'fullband', 'tags'), 'silent no_tags');
});

test('returns the notice `nothing` if a user would not notice the losses', () => {
  assert.equal(noticed('docx', 'odt'), '');
  assert.equal(noticed('cbz', 'zip', 'images', 'pages'), 'nothing');
});

test('ignores lost transparency of a document, because document pages are white', () => {
  assert.equal(noticed('pdf', 'jpg', 'text', 'pages', 'alpha'), 'same as_picture page_each');
});
