/** `script/protean convert` runs a bundle of the command line, unless a source file is newer than the bundle. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the bundled command line converts a file and suggests known formats', async () => {
  // The bundle is inside the project, because Node searches the parent folders for packages.
  await using bundle = await mkdtempDisposable(path.join(root, '.setup/bundle-test-'));
  await using work = await mkdtempDisposable(path.join(tmpdir(), 'protean-e2e-'));
  await run(process.execPath, [path.join(root, 'script/bundle.ts'), bundle.path], { cwd: root });
  writeFileSync(path.join(work.path, 'a.json'), '{"a":1}');
  const convert = (...words: string[]) =>
    run(process.execPath, [path.join(bundle.path, 'main.js'), 'convert', ...words], {
      cwd: work.path,
      env: { PATH: process.env['PATH'], HOME: work.path, WARM: 'off' },
    });
  const { stdout, stderr } = await convert('a.json', 'a.yaml');
  assert.match(stdout + stderr, /^a\.yaml: 5 bytes in \d+ ms$/m);
  assert.equal(readFileSync(path.join(work.path, 'a.yaml'), 'utf8'), 'a: 1\n');
  await assert.rejects(convert('a.json', 'a.ymal'), /Did you mean/);
});

/**
 * A fake checkout, in which a script replaces Node. The script prints the path of the program instead of running it.
 * All files have the bundle's modification time.
 */
const fake = mkdtempSync(path.join(tmpdir(), 'protean-e2e-'));
after(() => rmSync(fake, { recursive: true }));
const folders = ['cli', 'client', 'engines', 'formats', 'messages', 'server'].map(
  (name) => `packages/${name}`,
);
const files = [
  ...folders.map((folder) => `${folder}/a.ts`),
  '.setup/bundle/main.js',
  '.setup/npm',
  'package-lock.json',
  'script/bundle.ts',
];
for (const folder of ['script', '.setup/bundle', 'packages/engines/__pycache__', ...folders])
  mkdirSync(path.join(fake, folder), { recursive: true });
for (const file of files) writeFileSync(path.join(fake, file), '');
for (const file of ['script/protean', 'script/bundle.sh'])
  copyFileSync(path.join(root, file), path.join(fake, file));
const program = path.join(fake, 'program');
writeFileSync(program, '#!/bin/sh\nfor word; do case "$word" in *main*) echo "$word" ;; esac; done\n');
writeFileSync(path.join(fake, 'script/node'), `#!/bin/sh\necho '${program}'\n`);
for (const file of [program, 'script/node', 'script/protean']) chmodSync(path.resolve(fake, file), 0o755);

/** Returns the file that `script/protean` runs. */
async function startedFile(command: string): Promise<string> {
  const { stdout } = await run(path.join(fake, 'script/protean'), [command]);
  return path.relative(fake, stdout.trim());
}

/** Returns the file that `script/protean` runs after the given files and folders have changed. */
async function startedAfter(command: string, changed: readonly string[] = []): Promise<string> {
  const at = 1_800_000_000;
  for (const name of ['packages', ...folders, 'packages/engines/__pycache__', ...files])
    utimesSync(path.join(fake, name), at, at);
  for (const name of changed) utimesSync(path.join(fake, name), at + 1, at + 1);
  return await startedFile(command);
}

const [bundled, sources] = ['.setup/bundle/main.js', 'packages/cli/src/main.ts'];

test('protean convert runs from the bundle, and protean serve runs from the sources', async () => {
  assert.equal(await startedAfter('convert'), bundled);
  assert.equal(await startedAfter('serve'), sources);
});

for (const changed of ['packages/server/a.ts', 'packages/formats', 'package-lock.json'])
  test(`protean convert runs from the sources if ${changed} is newer than the bundle`, async () => {
    assert.equal(await startedAfter('convert', [changed]), sources);
  });

test('protean convert runs from the bundle even if a __pycache__ folder is newer', async () => {
  assert.equal(await startedAfter('convert', ['packages/engines/__pycache__']), bundled);
});

test('protean convert always runs from the bundle if the file .setup/bundle/fixed exists', async () => {
  const fixed = path.join(fake, '.setup/bundle/fixed');
  writeFileSync(fixed, '');
  assert.equal(await startedAfter('convert', ['packages/formats']), bundled);
  rmSync(fixed);
});

test('protean convert runs from the sources if there is no bundle', async () => {
  rmSync(path.join(fake, bundled));
  assert.equal(await startedFile('convert'), sources);
});
