/** README.md claims no more than there is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Catalogue } from '../../packages/server/src/convert/catalogue.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';

test('the README claims no more formats and routes than there are', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, claimedFormats = '', claimedRoutes = ''] = /(\d+) formats, ([\d,]+) routes/.exec(readme) ?? [];
  const routes = new Catalogue(formats, engines).declared.all();
  const used = new Set(routes.flatMap(({ source, target }) => [source, target]));
  assert.ok(used.size >= Number(claimedFormats), `${used.size} formats`);
  assert.ok(routes.length >= Number(claimedRoutes.replaceAll(',', '')), `${routes.length} routes`);
});
