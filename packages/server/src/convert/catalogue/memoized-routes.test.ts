/** Tests that a value is computed once per route table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutesByFormat } from './planner.ts';
import { memoizedRoutes } from './memoized-routes.ts';

test('memoizedRoutes recomputes its value only after the routes change', () => {
  const index: { routes: RoutesByFormat } = { routes: new Map() };
  let times = 0;
  const made = memoizedRoutes(index, () => (times += 1));
  assert.deepEqual([times, made(), made()], [1, 1, 1]);
  index.routes = new Map();
  assert.deepEqual([made(), made()], [2, 2]);
});
