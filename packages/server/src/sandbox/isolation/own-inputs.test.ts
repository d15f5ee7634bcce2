/** Tests that the inputs of a sandbox share no inode with other files. */
import assert from 'node:assert/strict';
import { chmod, link, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { separateInputs } from './own-inputs.ts';

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-inputs-'));
});

after(() => rm(dir, { recursive: true }));

for (const [what, place] of [
  ['a hard link', link],
  ['a symbolic link', symlink],
] as const) {
  test(`replaces an input that is ${what} with a separate copy`, async () => {
    const [own, input] = [path.join(dir, what), path.join(dir, `in ${what}`)];
    await mkdir(input);
    await writeFile(own, 'content', { mode: 0o600 });
    const staged = path.join(input, 'in.txt');
    await place(own, staged);
    await separateInputs(input);
    await chmod(staged, 0o644);
    await writeFile(staged, 'changed');
    assert.equal(await readFile(own, 'utf8'), 'content');
    const { mode, nlink } = await lstat(own);
    assert.deepEqual([mode & 0o777, nlink], [0o600, 1]);
  });
}

test('does not copy an input file that has no other hard links', async () => {
  const input = path.join(dir, 'in');
  await mkdir(input);
  const staged = path.join(input, 'in.txt');
  await writeFile(staged, 'content');
  const { ino } = await lstat(staged);
  await separateInputs(input);
  assert.equal((await lstat(staged)).ino, ino);
});
