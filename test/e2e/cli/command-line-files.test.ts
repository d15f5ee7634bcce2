/**
 * `protean` replaces a file only on request, does not write through symbolic links, and escapes control characters in
 * file names.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { until } from '../../support/server/service.ts';

const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;
let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  await mkdir(path.join(dir, 'in'));
  await mkdir(path.join(dir, 'elsewhere'));
  await put('in/a.json', '{"a":1}');
  await put('elsewhere/victim', 'mine');
});

afterEach(() => rm(dir, { recursive: true, force: true }));

const put = (name: string, content: string) => writeFile(path.join(dir, name), content);
const read = (name: string) => readFile(path.join(dir, name), 'utf8');
const plant = (target: string, name: string) => symlink(path.join(dir, target), path.join(dir, name));
const start = (...words: string[]) => spawn(process.execPath, [main, ...words], { cwd: dir });

async function protean(...words: string[]) {
  const child = start(...words);
  child.stdin.end();
  const exit = once(child, 'exit').then(() => child.exitCode);
  const [status, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr: stderr.trimEnd() };
}

/** A PDF of two empty pages. */
const twoPages = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

test('replaces an existing file only with --force', async () => {
  await put('exist.yaml', 'mine');
  const { status, stderr } = await protean('convert', 'in/a.json', 'exist.yaml');
  assert.deepEqual([status, stderr], [8, 'exist.yaml already exists. Use --force to replace it.']);
  assert.equal(await read('exist.yaml'), 'mine');
  assert.equal((await protean('convert', 'in/a.json', 'exist.yaml', '--force')).status, 0);
  assert.equal(await read('exist.yaml'), 'a: 1\n');
});

test('does not write the report or the result if the report path is a symbolic link', async () => {
  await plant('elsewhere/victim', 'a.yaml.report.json');
  const { status, stderr } = await protean('convert', 'in/a.json', 'a.yaml', '--report');
  assert.deepEqual([status, stderr], [8, 'a.yaml.report.json already exists. Use --force to replace it.']);
  assert.equal(await read('elsewhere/victim'), 'mine');
  assert.deepEqual((await readdir(dir)).sort(), ['a.yaml.report.json', 'elsewhere', 'in']);
});

test('refuses to replace an older result zip without --force', async () => {
  await put('in/two.pdf', twoPages);
  await put('in/two.png.zip', 'mine');
  await utimes(path.join(dir, 'in/two.png.zip'), 1, 1);
  const refused = await protean('convert', 'in/two.pdf', '--to', 'png');
  assert.equal(refused.status, 8);
  assert.equal(refused.stderr, 'in/two.pdf: in/two.png.zip already exists. Use --force to replace it.');
  assert.equal(await read('in/two.png.zip'), 'mine');
  await rm(path.join(dir, 'in/two.png.zip'));
  assert.equal((await protean('convert', 'in/two.pdf', '--to', 'png')).status, 0);
  const again = await protean('convert', 'in/two.pdf', '--to', 'png');
  assert.deepEqual([again.status, again.stdout], [0, 'in/two.pdf: skipped, in/two.png.zip is newer\n']);
});

test('protean watch does not write through symbolic links in the watched folder', async () => {
  await put('in/bad.json', '{"a":');
  await plant('elsewhere', 'in/failed');
  await plant('elsewhere', 'in/done');
  const child = start('watch', 'in', '--to', 'yaml', '--out', 'in/done');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => (said += more));
  const isSaid = (words: string) => until(words, 120_000, () => said.includes(words));
  try {
    await isSaid('in/a.json: in/done is a link, and files are not written through links.');
    await isSaid('in/bad.json: in/done is a link, and files are not written through links.');
    await rm(path.join(dir, 'in/done'));
    await put('in/worse.json', '{"a":');
    await isSaid('in/worse.json: in/failed is a link, and files are not written through links.');
    await rm(path.join(dir, 'in/failed'));
    await mkdir(path.join(dir, 'in/failed'));
    await plant('elsewhere/victim', 'in/failed/next.json.reason.txt');
    await put('in/next.json', '{"a":');
    await until('the file is moved', 120_000, async () =>
      (await readdir(path.join(dir, 'in/failed'))).includes('next (2).json'),
    );
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  assert.match(await read('in/failed/next (2).json.reason.txt'), /^The json file could not be read/);
  assert.deepEqual(await readdir(path.join(dir, 'elsewhere')), ['victim']);
  assert.equal(await read('elsewhere/victim'), 'mine');
  assert.ok((await lstat(path.join(dir, 'in/failed/next.json.reason.txt'))).isSymbolicLink());
});

test('shows control characters in file names as escape sequences', async () => {
  const name = 'in/\u001b[2J\nb\u202e.json';
  const shown = 'in/\\x1b[2J\\nb\\u202e';
  await put(name, '{"b":');
  const failed = await protean('convert', 'in', '--to', 'yaml');
  assert.match(failed.stderr, /^in\/\\x1b\[2J\\nb\\u202e\.json: The json file could not be read\./);
  await put(name, '{"b":2}');
  const converted = await protean('convert', 'in', '--to', 'yaml', '--force');
  assert.ok(converted.stdout.includes(`${shown}.yaml: `), converted.stdout);
  const missing = await protean('convert', 'in/\u001b[2J.nix', 'x.yaml');
  assert.equal(missing.stderr, 'File not found: in/\\x1b[2J.nix.');
  const unknown = await protean('\u001b[2J');
  assert.equal(unknown.stderr, 'Unknown command \\x1b[2J. See `protean help`.');
});
