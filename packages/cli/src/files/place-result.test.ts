import assert from 'node:assert/strict';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { exitStatus } from '../exit-status.ts';
import { KeptError } from './kept-error.ts';
import { OpenFolder, placeOf } from './open-folder.ts';
import { moveWithText, placeResult, type IfExists, type Written } from './place-result.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-place-'));
  await mkdir(path.join(dir, 'base'));
  await mkdir(path.join(dir, 'elsewhere'));
});
afterEach(() => rm(dir, { recursive: true }));

const at = (name: string) => path.join(dir, name);
const base = () => at('base');
const read = (name: string) => readFile(at(name), 'utf8');

const place = (below: string, ifExists: IfExists = 'refuse', written: Written = {}) =>
  placeResult({ base: base(), below }, ifExists, async (partial) => {
    await writeFile(partial, 'new');
    return written;
  });

const isKept = (error: unknown) => error instanceof KeptError && error.status === exitStatus.kept;

test('creates the missing folders of a result path and leaves no temporary files behind', async () => {
  const { output } = await place('deep/er/a.pdf');
  assert.equal(output, at('base/deep/er/a.pdf'));
  assert.deepEqual(await readdir(at('base/deep/er')), ['a.pdf']);
  assert.equal(await read('base/deep/er/a.pdf'), 'new');
});

test('refuses to replace an existing two.png.zip if the result for two.png is a zip', async () => {
  await writeFile(at('base/two.png.zip'), 'mine');
  await assert.rejects(place('two.png', 'refuse', { fileName: 'two.zip' }), isKept);
  assert.equal(await read('base/two.png.zip'), 'mine');
  assert.deepEqual(await readdir(base()), ['two.png.zip']);
});

test('refuses to replace a file that appears while the result is being written', async () => {
  const racing = placeResult({ base: base(), below: 'a.pdf' }, 'refuse', async (partial) => {
    await writeFile(partial, 'new');
    await writeFile(at('base/a.pdf'), 'mine');
    return {};
  });
  await assert.rejects(racing, isKept);
  assert.deepEqual([await readdir(base()), await read('base/a.pdf')], [['a.pdf'], 'mine']);
});

for (const ifExists of ['refuse', 'number'] as const)
  test(`treats a dangling link as an existing file if the rule for existing files is "${ifExists}"`, async () => {
    await symlink(at('elsewhere/a.pdf'), at('base/a.pdf'));
    if (ifExists === 'refuse') await assert.rejects(place('a.pdf'), isKept);
    else assert.equal((await place('a.pdf', 'number')).output, at('base/a (2).pdf'));
    assert.deepEqual(await readdir(at('elsewhere')), []);
  });

test('replaces a symbolic link itself, not the target of the link', async () => {
  await writeFile(at('elsewhere/a.pdf'), 'mine');
  await symlink(at('elsewhere/a.pdf'), at('base/a.pdf'));
  await place('a.pdf', 'replace');
  assert.ok((await lstat(at('base/a.pdf'))).isFile());
  assert.deepEqual([await read('base/a.pdf'), await read('elsewhere/a.pdf')], ['new', 'mine']);
});

test('never replaces a folder with a result file', async () => {
  await mkdir(at('base/a.pdf'));
  await assert.rejects(place('a.pdf', 'replace'), isKept);
  assert.deepEqual(await readdir(base()), ['a.pdf']);
});

test('does not write the result or the report if either already exists', async () => {
  for (const name of ['a.pdf', 'a.pdf.report.json']) {
    await symlink(at('elsewhere/x'), at(`base/${name}`));
    await assert.rejects(place('a.pdf', 'refuse', { report: { steps: [] } }), isKept);
    assert.deepEqual([await readdir(base()), await readdir(at('elsewhere'))], [[name], []]);
    await rm(at(`base/${name}`));
  }
});

test('does not write a report through a symbolic link', async () => {
  await writeFile(at('elsewhere/x'), 'mine');
  await symlink(at('elsewhere/x'), at('base/a.pdf.report.json'));
  await place('a.pdf', 'replace', { report: { steps: [] } });
  assert.deepEqual(JSON.parse(await read('base/a.pdf.report.json')), { steps: [] });
  assert.equal(await read('elsewhere/x'), 'mine');
});

test('follows a symbolic link that the user specified as the output folder', async () => {
  await symlink(at('elsewhere'), at('link'));
  await placeResult({ base: at('link'), below: 'a.pdf' }, 'refuse', async (partial) => {
    await writeFile(partial, 'new');
    return {};
  });
  assert.equal(await read('elsewhere/a.pdf'), 'new');
});

for (const byHandle of [true, false])
  test(`refuses a symbolic link inside the base folder if folders are opened ${byHandle ? 'by handle' : 'by path'}`, async () => {
    await symlink(at('elsewhere'), at('base/out'));
    const opened = OpenFolder.of({ base: base(), below: 'out/deep/a.pdf' }, byHandle);
    await assert.rejects(
      opened,
      (error: Error) => isKept(error) && error.message.startsWith(at('base/out is a link')),
    );
    assert.deepEqual(await readdir(at('elsewhere')), []);
  });

test('writes nothing through a symbolic link that replaces an already opened output folder', async () => {
  await using folder = await OpenFolder.of({ base: base(), below: 'out/a.pdf' }, true);
  await rm(at('base/out'), { recursive: true });
  await symlink(at('elsewhere'), at('base/out'));
  await assert.rejects(writeFile(folder.at('a.pdf'), 'x'), { code: 'ENOENT' });
  assert.deepEqual(await readdir(at('elsewhere')), []);
});

test('an error about a result path contains the path that the user specified', async () => {
  await writeFile(at('base/file'), '');
  await assert.rejects(place('file/a.pdf'), { code: 'ENOTDIR', path: at('base/file') });
});

test('adds the same number to a moved file and its text file if one of the two names is taken', async () => {
  for (const name of ['base/failed/x', 'base/failed/x (2).txt', 'base/x']) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), 'mine');
  }
  await writeFile(at('elsewhere/victim'), 'mine');
  await symlink(at('elsewhere/victim'), at('base/failed/x (3).txt'));
  const moved = await moveWithText(
    { base: base(), below: 'x' },
    { base: base(), below: 'failed/x' },
    'why',
    '.txt',
  );
  assert.equal(moved, at('base/failed/x (4)'));
  assert.deepEqual(await readdir(base()), ['failed']);
  assert.equal(await read('base/failed/x (4).txt'), 'why');
  assert.equal(await read('elsewhere/victim'), 'mine');
});

test('splits the path of a file into its folder and its name', () => {
  assert.deepEqual(placeOf('a/b.pdf'), { base: 'a', below: 'b.pdf' });
});
