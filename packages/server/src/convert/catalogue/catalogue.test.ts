import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import type { Engine } from '@protean/engines/contract/engine.ts';
import { formats } from '@protean/formats';
import fc from 'fast-check';
import { Catalogue } from './catalogue.ts';
import { withinIsolation } from '../run/conversions.ts';

const everything = () => true;

function timed<T>(work: () => T): { made: T; ms: number } {
  const began = performance.now();
  const made = work();
  return { made, ms: performance.now() - began };
}

test('withheld() finds a route that needs full isolation without planning all routes', () => {
  const weaker = new Catalogue(formats, withinIsolation('uid'), everything, engines);
  const { ms: planning } = timed(() => weaker.live.all());
  assert.equal(weaker.declared.find('html', 'pdf'), undefined);
  const { made: route, ms } = timed(() => weaker.withheld('html', 'pdf'));
  assert.equal(route?.target, 'pdf');
  assert.equal(weaker.withheld('html', 'mp4'), undefined);
  assert.equal(weaker.withheld('json', 'yaml'), undefined, 'it is not withheld');
  assert.ok(ms < planning / 2, `${ms} ms, ${planning} for the routes of all formats`);
});

test('withheld() returns undefined under full isolation, without planning any routes', () => {
  const full = new Catalogue(formats, engines, everything);
  const { ms: planning } = timed(() => full.live.all());
  const { ms } = timed(() => {
    for (let n = 0; n < 100; n += 1) assert.equal(full.withheld('html', 'mp4'), undefined);
  });
  assert.ok(ms < planning, `${ms} ms for a hundred, ${planning} to plan once`);
});

test('plans the same routes whatever the order of engines', () => {
  const shown = (list: readonly Engine[]) => {
    const catalogue = new Catalogue(formats, list, everything);
    const routes = catalogue.live.all().map((route) => {
      const options = Object.fromEntries(route.options.map((name) => [name, true]));
      const steps = catalogue.stepsFor(route, options, catalogue.isText(route.source));
      return `${route.source}>${route.target}: ${steps.map(({ engine, to }) => `${engine}>${to}`).join()}`;
    });
    const ofFormats = formats.map(({ ext }) => {
      const fallbacks = catalogue.fallbacks(ext).map(({ engine, to }) => `${engine}>${to}`);
      return [ext, ...fallbacks, catalogue.repair(ext)?.engine, catalogue.combining(ext)?.engine].join();
    });
    return [...routes.sort(), ...ofFormats];
  };
  const expected = shown(engines);
  assert.deepEqual(shown(engines.toReversed()), expected);
  const shuffled = fc.sample(fc.shuffledSubarray([...engines], { minLength: engines.length }), 2);
  for (const list of shuffled) assert.deepEqual(shown(list), expected);
});
