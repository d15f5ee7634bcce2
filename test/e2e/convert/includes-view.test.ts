/**
 * Tests that a sandbox's view (its read-only mounts) is enough to hide the files that an input refers to. The engines
 * in these tests run without their own sandbox.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { leaksIn } from '../../hostile/tripwires/leaks.ts';
import type { Service } from '../../support/server/service.ts';
import { convertBy } from './includes/checks.ts';
import { documentsNaming } from './includes/documents.ts';
import { markupNaming } from './includes/markup.ts';
import { hidden, places, secret, startUnguarded } from './includes/worlds.ts';

let folder: string;
let unguarded: Service;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'protean-canaries-'));
  unguarded = await startUnguarded(folder);
});
after(async () => {
  await unguarded.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * File references, each with a target format. Engines without their own sandbox follow file references, but can read
 * only files in the sandbox's view.
 */
const followed: readonly (readonly [naming: string, to: string])[] = [
  ['rst include', 'docx'],
  ['org include', 'html'],
  ['tex listing', 'docx'],
  ['adoc include', 'html'],
  ['ps run', 'txt'],
];

for (const [what, to] of followed) {
  test(
    `does not reveal a referenced file outside the sandbox's view (${what})`,
    { timeout: 120_000 },
    async () => {
      const naming = [...markupNaming, ...documentsNaming].find(({ ext, name }) => `${ext} ${name}` === what);
      assert.ok(typeof naming?.content === 'string', what);
      const elsewhere = places.reduce((content, place) => content.replaceAll(place, hidden), naming.content);
      const [shown, notShown] = await Promise.all(
        [naming.content, elsewhere].map((content) => convertBy(unguarded, { ext: naming.ext, content }, to)),
      );
      assert.notDeepEqual(
        await leaksIn(shown?.body ?? Buffer.of(), [secret]),
        [],
        'the engine still has its own sandbox',
      );
      assert.deepEqual(await leaksIn(notShown?.body ?? Buffer.of(), [secret]), []);
    },
  );
}
