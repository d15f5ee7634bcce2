import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, lostInResult, lostOf } from './held-traits.ts';

test('does not report the loss of a feature that the source file is known to lack', () => {
  assert.deepEqual(lostOf(['animation', 'exact'], { frames: 1 }), ['exact']);
  assert.deepEqual(lostOf(['animation'], { frames: 2 }), ['animation']);
  assert.deepEqual(lostOf(['animation', 'alpha'], {}), ['animation', 'alpha']);
});

test('treats "structure" as absent only if headings, lists, tables and links are all known to be absent', () => {
  const none = { headings: 0, lists: 0, tables: 0, links: 0 };
  assert.equal(holds('structure', none), false);
  assert.equal(holds('structure', { headings: 0, lists: 0, tables: 0 }), undefined);
  assert.equal(holds('structure', { tables: 1 }), true);
});

test('reports features of the source that the result is known to lack', () => {
  const of = (wanted: Parameters<typeof lostInResult>[0], options = {}) =>
    lostInResult(wanted, {
      source: { tables: 2, frames: 5, links: 1, alpha: true, pages: 4 },
      result: { tables: 0, frames: 1, alpha: false, pages: 1 },
      options,
    });
  // The loss of `links` is not reported, because the file info of the result has no count of links. The loss
  // of `alpha` is not reported, because the alpha channel of the source may have been unused.
  assert.deepEqual(of(['tables', 'links', 'animation', 'alpha']), ['tables', 'animation']);
  assert.deepEqual(of(['animation', 'pages'], { page: 1 }), []);
});
