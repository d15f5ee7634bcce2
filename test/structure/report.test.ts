/** docs/formats.md, the report of the proofs, lists the routes that are offered: all of them and no other. */
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Catalogue } from '../../packages/server/src/convert/catalogue.ts';
import { engines } from '../../packages/server/src/engines/index.ts';
import { formats } from '../../packages/server/src/formats/formats.ts';
import { assertSame } from './same.ts';

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
  const hint = 'run script/prove --source EXT --report docs/formats.md, or --all instead of --source';
  assertSame(proven, offered, hint);
});
