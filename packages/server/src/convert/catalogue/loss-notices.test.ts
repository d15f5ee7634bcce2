/** Tests that every route with losses has a notice for users, and that every notice is used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import { format, formats } from '@protean/formats';
import { notices, noticesOf } from '@protean/formats/losses.ts';
import { Catalogue } from './catalogue.ts';

test('a route has loss notices if and only if the route has losses', () => {
  const routes = new Catalogue(formats, engines, () => true).declared.all();
  const used = new Set<string>();
  for (const { source, target, loses } of routes) {
    const found = noticesOf(format(source), format(target), loses);
    assert.equal(found.length > 0, loses.length > 0, `${source} to ${target}`);
    for (const notice of found) used.add(notice);
  }
  assert.ok(routes.length > 10_000);
  assert.deepEqual(
    notices.filter((notice) => !used.has(notice)),
    [],
  );
});
