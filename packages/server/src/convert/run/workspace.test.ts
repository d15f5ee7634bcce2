import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Workspace } from './workspace.ts';

async function openWorkspace(context: TestContext): Promise<{ workspace: Workspace; parent: string }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'protean-test-'));
  context.after(() => rm(parent, { recursive: true, force: true }));
  let ids = 0;
  return { workspace: await Workspace.open(parent, () => `id-${(ids += 1)}`), parent };
}

test('gives each conversion an empty folder with a new name', async (context) => {
  const { workspace } = await openWorkspace(context);
  const seen: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    await using folder = workspace.openConversion();
    assert.deepEqual(await readdir(folder.path), []);
    await writeFile(folder.upload, 'somebody’s');
    await mkdir(path.join(folder.path, 'step-1'));
    await writeFile(path.join(folder.path, 'step-1', 'out.png'), 'somebody’s');
    seen.push(folder.path);
  }
  assert.equal(new Set(seen).size, 3);
});

test('gives concurrent conversions separate folders and removes the folders at the end', async (context) => {
  const { workspace } = await openWorkspace(context);
  const jobs = async () => (await readdir(path.dirname(first.path))).length;
  const first = workspace.openConversion();
  await first[Symbol.asyncDispose]();
  const [second, third] = [workspace.openConversion(), workspace.openConversion()];
  assert.notEqual(second.path, third.path);
  assert.equal(await jobs(), 2);
  await Promise.all([second[Symbol.asyncDispose](), third[Symbol.asyncDispose]()]);
  assert.equal(await jobs(), 0);
});

test('a closed workspace leaves no files, even if a conversion ends later', async (context) => {
  const { workspace, parent } = await openWorkspace(context);
  const late = workspace.openConversion();
  await workspace.openConversion()[Symbol.asyncDispose]();
  await workspace.close();
  await late[Symbol.asyncDispose]();
  assert.deepEqual(await readdir(parent), []);
});
