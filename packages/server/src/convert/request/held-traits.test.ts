import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, lostInResult, lostOf } from './held-traits.ts';

test('what the source is known not to hold is not lost', () => {
  assert.deepEqual(lostOf(['animation', 'exact'], { frames: 1 }), ['exact']);
  assert.deepEqual(lostOf(['animation'], { frames: 2 }), ['animation']);
  assert.deepEqual(lostOf(['animation', 'alpha'], {}), ['animation', 'alpha']);
});

test('structure is missing only where each part of it is known to be', () => {
  const none = { headings: 0, lists: 0, tables: 0, links: 0 };
  assert.equal(holds('structure', none), false);
  assert.equal(holds('structure', { headings: 0, lists: 0, tables: 0 }), undefined);
  assert.equal(holds('structure', { tables: 1 }), true);
});

test('lost is what the source holds and the result does not, unless less was asked for', () => {
  const of = (wanted: Parameters<typeof lostInResult>[0], options = {}) =>
    lostInResult(wanted, {
      source: { tables: 2, frames: 5, links: 1, alpha: true, pages: 4 },
      result: { tables: 0, frames: 1, alpha: false, pages: 1 },
      options,
    });
  // Of links nothing is known, and transparency may have had no pixel.
  assert.deepEqual(of(['tables', 'links', 'animation', 'alpha']), ['tables', 'animation']);
  assert.deepEqual(of(['animation', 'pages'], { page: 1 }), []);
});
