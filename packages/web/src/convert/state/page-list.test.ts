import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movePage, optionsOf, pagesOf, ranges, togglePage, turnPage } from './page-list.ts';

test('returns no page options if the pages are unchanged', () => {
  assert.deepEqual(optionsOf(pagesOf(3)), {});
});

test('page_order lists the page numbers in their new order', () => {
  assert.deepEqual(optionsOf(movePage(pagesOf(5), 4, 0)), { page_order: '5,1-4' });
});

test('page_order omits a removed page until the page is added again', () => {
  const without = togglePage(pagesOf(4), 1);
  assert.deepEqual(optionsOf(without), { page_order: '1,3-4' });
  assert.deepEqual(optionsOf(togglePage(without, 1)), {});
});

test('rotate_pages counts pages of the result, not of the source file', () => {
  const turned = turnPage(turnPage(turnPage(pagesOf(4), 3), 3), 0);
  assert.deepEqual(optionsOf(turned), { rotate_pages: '90:1;180:4' });
  assert.deepEqual(optionsOf(togglePage(turned, 1)), { page_order: '1,3-4', rotate_pages: '90:1;180:3' });
});

test('a page has no rotation after four quarter turns', () => {
  const turned = [1, 2, 3, 4].reduce((pages) => turnPage(pages, 0), pagesOf(1));
  assert.deepEqual(optionsOf(turned), {});
});

test('keeps the page order if a page is moved beyond the first or last position', () => {
  const pages = pagesOf(2);
  assert.equal(movePage(pages, 0, -1), pages);
  assert.equal(movePage(pages, 1, 2), pages);
});

test('writes only ascending page numbers as a range', () => {
  assert.equal(ranges([3, 2, 1, 2, 3]), '3,2,1-3');
});
