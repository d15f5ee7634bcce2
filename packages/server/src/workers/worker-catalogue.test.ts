/** Tests which routes several workers offer together, and which worker can run a route. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edge } from '../convert/catalogue/edges.ts';
import type { Route, RoutesByFormat } from '../convert/catalogue/planner.ts';
import { offers, unionOf, WorkerCatalogue } from './worker-catalogue.ts';

const edge = (engine: string, from: string, to: string): Edge => ({
  ...{ engine, from, to, cost: 1, loses: [], options: [], many: false },
});

const route = (engine: string, is: Partial<Route> = {}): Route => ({
  ...{ source: 'docx', target: 'pdf', steps: [edge(engine, 'docx', 'pdf')], loses: [], options: [] },
  ...is,
});

function byFormat(...routes: Route[]): RoutesByFormat {
  const found = new Map<string, Map<string, Route>>();
  for (const one of routes)
    found.set(one.source, (found.get(one.source) ?? new Map<string, Route>()).set(one.target, one));
  return found;
}

const chosen = (...all: RoutesByFormat[]) => unionOf(all).get('docx')?.get('pdf');

test('offers all routes of a single worker, and no routes without workers', () => {
  assert.equal(unionOf([]).size, 0);
  const own = byFormat(route('libreoffice'));
  assert.equal(unionOf([own]), own);
});

test('offers every conversion that at least one worker supports', () => {
  const union = unionOf([byFormat(route('a')), byFormat(route('b', { source: 'mp4', target: 'mp3' }))]);
  assert.deepEqual([...union.keys()], ['docx', 'mp4']);
});

test('prefers the worker whose route loses less, whatever the order of workers', () => {
  const [good, bad] = [route('b'), route('a', { loses: ['layout'] })];
  assert.equal(chosen(byFormat(good), byFormat(bad)), good);
  assert.equal(chosen(byFormat(bad), byFormat(good)), good);
});

test('prefers the worker whose route accepts more options if the conversion steps are the same', () => {
  const [more, fewer] = [route('a', { options: ['dpi'] }), route('a')];
  assert.equal(chosen(byFormat(fewer), byFormat(more)), more);
  assert.equal(chosen(byFormat(more), byFormat(fewer)), more);
});

test('chooses a worker only if the worker offers the planned steps and all requested options', () => {
  const live = (own: Route | undefined) => {
    const catalogue = new WorkerCatalogue(new Set());
    catalogue.live.routes = own ? byFormat(own) : new Map();
    return catalogue;
  };
  const wanted = route('a', { options: ['dpi'] });
  assert.equal(offers(live(route('a', { options: ['pages', 'dpi'] })), wanted), true);
  assert.equal(offers(live(route('a')), wanted), false);
  assert.equal(offers(live(route('b', { options: ['dpi'] })), wanted), false);
  assert.equal(offers(live(undefined), wanted), false);
});
