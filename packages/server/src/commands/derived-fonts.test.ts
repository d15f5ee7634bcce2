/** Tests that `protean doctor` lists the derived fonts that are missing. */
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { derivedFaces } from './derived-fonts.ts';

const root = await mkdtemp(path.join(tmpdir(), 'protean-derived-fonts-'));
after(() => rm(root, { recursive: true }));

const table = 'packages/engines/shared/derived_fonts';
const faces = path.join(root, '.setup/fonts/faces');

await cp(path.join(import.meta.dirname, '../../../..', table), path.join(root, table), { recursive: true });
await mkdir(faces, { recursive: true });

test('reports every derived font as missing if setup has not written faces.conf', () => {
  const { all, missing } = derivedFaces(root);
  assert.ok(all.length > 30);
  assert.deepEqual(missing, all);
});

test('reports a derived font as missing only if the font has no file', async () => {
  await writeFile(path.join(root, '.setup/fonts/faces.conf'), '');
  const { all } = derivedFaces(root);
  for (const name of all.filter((one) => one !== 'MS Mincho'))
    await writeFile(path.join(faces, `Proteanfor${name.replaceAll(' ', '')}-Regular.ttf`), '');
  assert.deepEqual(derivedFaces(root).missing, ['MS Mincho']);
});
