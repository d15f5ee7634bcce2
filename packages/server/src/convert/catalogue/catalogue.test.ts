import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { Catalogue } from './catalogue.ts';
import { withinIsolation } from '../run/conversions.ts';

const everything = () => true;

function timed<T>(work: () => T): { made: T; ms: number } {
  const began = performance.now();
  const made = work();
  return { made, ms: performance.now() - began };
}

test('a route that only full isolation allows is found, by planning the routes of its source alone', () => {
  const { made: weaker, ms: planning } = timed(
    () => new Catalogue(formats, withinIsolation('uid'), everything, engines),
  );
  assert.equal(weaker.declared.find('html', 'pdf'), undefined);
  const { made: route, ms } = timed(() => weaker.withheld('html', 'pdf'));
  assert.equal(route?.target, 'pdf');
  assert.equal(weaker.withheld('html', 'mp4'), undefined);
  assert.equal(weaker.withheld('json', 'yaml'), undefined, 'it is not withheld');
  assert.ok(ms < planning / 2, `${ms} ms, ${planning} for the routes of all formats`);
});

test('where isolation is full a refusal plans nothing', () => {
  const { made: full, ms: planning } = timed(() => new Catalogue(formats, engines, everything));
  const { ms } = timed(() => {
    for (let n = 0; n < 100; n += 1) assert.equal(full.withheld('html', 'mp4'), undefined);
  });
  assert.ok(ms < planning, `${ms} ms for a hundred, ${planning} to plan once`);
});
