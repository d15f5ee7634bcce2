/** docs/operations.md lists every setting with its sentence. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settings } from '../../packages/server/src/config.ts';

const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

for (const [name, { says }] of Object.entries(settings)) {
  test(`${name} is documented`, () => {
    const cells = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const row = cells.find(([, first]) => first === `\`${name}\``);
    assert.equal(row?.[3], says, `docs/operations.md: | \`${name}\` | … | ${says} |`);
  });
}
