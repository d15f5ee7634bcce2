/** docs/formats.md, the report of the proofs, lists the routes that are offered: all of them and no other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Catalogue } from '../../packages/server/src/convert/catalogue.ts';
import { engines } from '../../packages/server/src/engines/index.ts';
import { formats } from '../../packages/server/src/formats/formats.ts';

test('every route that is offered is in the report, with its steps', () => {
  const report = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  const proven = report
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, from, , , , ms]) => from !== undefined && /^\d+$/.test(ms ?? ''))
    .map(([, from, to, steps]) => `${from} → ${to}: ${steps}`);
  const offered = new Catalogue(formats, engines).declared.all().map(({ source, target, steps }) => {
    const ways = steps.map(({ engine, to }) => `${engine} → ${to}`).join(', ');
    return `${source} → ${target}: ${ways}`;
  });
  const hint = 'run script/prove --all --report docs/formats.md, and read what changed';
  assert.deepEqual(proven.sort(), offered.sort(), hint);
});
