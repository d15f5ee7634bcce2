/** Tests that only plain files of the target's format are accepted as results. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { format } from '@protean/formats';
import { BadResult, checkResult } from './result.ts';

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');

let root: string;
let dir: string;

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'protean-result-'));
  await writeFile(path.join(root, 'secret.pdf'), pdf);
});

beforeEach(async () => {
  dir = await mkdtemp(path.join(root, 'out-'));
});

after(() => rm(root, { recursive: true }));

const inside = (name: string) => path.join(dir, name);
const checked = () => checkResult([inside('out.pdf')], format('pdf'));

test('accepts a result file in the target format', async () => {
  await writeFile(inside('out.pdf'), pdf);
  await checked();
});

test('rejects a missing result file', () => assert.rejects(checkResult([], format('pdf')), BadResult));

const bad: readonly [string, () => unknown][] = [
  ['an empty file', () => writeFile(inside('out.pdf'), '')],
  ['a file of another format', () => writeFile(inside('out.pdf'), Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['a link to a valid file', () => symlink(path.join(root, 'secret.pdf'), inside('out.pdf'))],
  ['a link to nothing', () => symlink('/nowhere', inside('out.pdf'))],
  ['a link to a folder', () => symlink(root, inside('out.pdf'))],
  ['a folder', () => mkdir(inside('out.pdf'))],
  ['a pipe without a writer', () => execFileSync('/usr/bin/mkfifo', [inside('out.pdf')])],
];

for (const [what, make] of bad) {
  test(`rejects ${what} as the result file`, { timeout: 5_000 }, async () => {
    await make();
    await assert.rejects(checked(), BadResult);
  });
}
