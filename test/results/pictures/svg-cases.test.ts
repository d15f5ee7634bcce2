/**
 * Draws SVG cases of every feature category with the engine that Protean chooses. The pictures look as the SVG
 * specification requires.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { differing } from '../../fidelity/svg-difference.ts';
import { writeOwnSuite } from '../../fidelity/svg-own-suite.ts';
import { outputOf } from '../../support/results/measure.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-svg-cases-'));
after(() => rm(dir, { recursive: true }));

test("draws every case of the project's SVG test suite as expected", async () => {
  const { suite, fonts } = await writeOwnSuite(dir);
  const keep = path.join(dir, 'drawn');
  const score = fileURLToPath(new URL('../../fidelity/svg-score.ts', import.meta.url));
  await outputOf(process.execPath, [score, suite, '--fonts', fonts, '--keep', keep]);
  const rows = (await readFile(path.join(keep, 'scores.tsv'), 'utf8')).trim().split('\n');
  assert.ok(rows.length > 80);
  assert.deepEqual(
    rows.filter((row) => !row.startsWith('pass')),
    [],
  );
});

test('the SVG comparison adds a white background if the expected picture has no alpha channel', async () => {
  const square = { create: { width: 20, height: 20, channels: 3, background: 'green' } } as const;
  const input = await sharp(square).png().toBuffer();
  const paper = (background: string) =>
    sharp({ create: { width: 100, height: 100, channels: 4, background } })
      .composite([{ input }])
      .png();
  const expected = await sharp(await paper('white').toBuffer())
    .removeAlpha()
    .png()
    .toBuffer();
  assert.equal(await differing(expected, await paper('#0000').toBuffer()), 0);
  assert.equal(await differing(await paper('white').toBuffer(), await paper('#0000').toBuffer()), 0.96);
});
