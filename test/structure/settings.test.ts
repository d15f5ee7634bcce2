/** docs/operations.md lists every setting with its sentence. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settings } from '../../packages/server/src/config.ts';

const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

for (const [name, { says }] of Object.entries(settings)) {
  test(`${name} is documented`, () => {
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.ok(row?.endsWith(`| ${says} |`), `docs/operations.md: | \`${name}\` | … | ${says} |`);
  });
}
