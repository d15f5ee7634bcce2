/** It is made once for the same routes, and anew for others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutesByFormat } from './planner.ts';
import { madeOfRoutes } from './memoized-routes.ts';

test('made once, and again when the routes have changed', () => {
  const index: { routes: RoutesByFormat } = { routes: new Map() };
  let times = 0;
  const made = madeOfRoutes(index, () => (times += 1));
  assert.deepEqual([times, made(), made()], [1, 1, 1]);
  index.routes = new Map();
  assert.deepEqual([made(), made()], [2, 2]);
});
