/** Drawings of every feature category look as constructed, with the engine that draws them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeOwnSuite } from '../fidelity/svg-own-suite.ts';
import { outputOf } from '../support/measure.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-svg-cases-'));
after(() => rm(dir, { recursive: true }));

test('draws all cases of the SVG suite', async () => {
  const { suite, fonts } = await writeOwnSuite(dir);
  const keep = path.join(dir, 'drawn');
  const score = fileURLToPath(new URL('../fidelity/svg-score.ts', import.meta.url));
  await outputOf(process.execPath, [score, suite, '--fonts', fonts, '--keep', keep]);
  const rows = (await readFile(path.join(keep, 'scores.tsv'), 'utf8')).trim().split('\n');
  assert.ok(rows.length > 80);
  assert.deepEqual(
    rows.filter((row) => !row.startsWith('pass')),
    [],
  );
});
