/** Tests `protean convert --to` and `protean watch` with many files and folders, on the local engines. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { run } from '../../samples/run.ts';
import { until } from '../../support/server/service.ts';

const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;
let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  await mkdir(path.join(dir, 'in/deep'), { recursive: true });
  await put('in/a.json', '{"a":1}');
  await put('in/deep/b.json', '{"b":2}');
});

afterEach(() => rm(dir, { recursive: true, force: true }));

const put = (name: string, content: string) => writeFile(path.join(dir, name), content);
const read = (name: string) => readFile(path.join(dir, name), 'utf8');
const tree = async (folder: string) =>
  (await readdir(path.join(dir, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(dir, folder), path.join(entry.parentPath, entry.name)))
    .sort();

const start = (...words: string[]) => spawn(process.execPath, [main, ...words], { cwd: dir });

async function convert(...words: string[]) {
  const child = start('convert', ...words);
  child.stdin.end();
  return outcome(child);
}

async function outcome(child: ChildProcess) {
  const exit = once(child, 'exit').then(() => child.exitCode);
  const [status, stdout, stderr] = await Promise.all([exit, text(child.stdout!), text(child.stderr!)]);
  return { status, stdout, stderr: stderr.trimEnd() };
}

test('keeps the folder structure of the sources in the output folder', async () => {
  assert.equal((await convert('in', '--to', 'yaml', '--out', 'out')).status, 0);
  assert.deepEqual(await tree('out'), ['a.yaml', 'deep/b.yaml']);
  assert.deepEqual(await tree('in'), ['a.json', 'deep/b.json']);
  await rm(path.join(dir, 'out/deep/b.yaml'));
  const { status, stdout } = await convert('in', '--to', 'yaml', '--out', 'out');
  assert.equal(status, 0);
  assert.match(stdout, /^in\/a\.json: skipped, out\/a\.yaml is newer$/m);
  assert.match(stdout, /^out\/deep\/b\.yaml: 5 bytes/m);
});

test('without --out, writes results next to their sources', async () => {
  await put('in/a.yaml', 'mine');
  await utimes(path.join(dir, 'in/a.yaml'), 1, 1);
  const { status, stderr } = await convert('in/a.json', 'in/deep/b.json', '--to', 'yaml');
  assert.equal(status, 8);
  assert.match(stderr, /^in\/a\.json: in\/a\.yaml already exists\. Use --force to replace it\.$/m);
  assert.equal(await read('in/a.yaml'), 'mine');
  assert.equal(await read('in/deep/b.yaml'), 'b: 2\n');
  assert.equal((await convert('in/a.json', '--to', 'yaml', '--force')).status, 0);
  assert.equal(await read('in/a.yaml'), 'a: 1\n');
});

test('continues after a file that cannot be read or converted', async () => {
  await put('in/bad.json', '{"a":');
  await put('in/notes.zzz', 'x');
  const { status, stdout, stderr } = await convert('in', '--to', 'yaml', '--out', 'out', '--json');
  assert.equal(status, 4);
  assert.equal(stderr, '');
  const outcomes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { input: string; state: string });
  const states = Object.fromEntries(outcomes.map(({ input, state }) => [input, state]));
  assert.deepEqual(states, {
    'in/a.json': 'converted',
    'in/bad.json': 'failed',
    'in/deep/b.json': 'converted',
    'in/notes.zzz': 'skipped',
  });
  assert.deepEqual(await tree('out'), ['a.yaml', 'deep/b.yaml']);
});

test('numbers results with the same name, and uses the same numbers in every run', async () => {
  await put('in/a.toml', 'a = 3\n');
  for (const run of ['first', 'second']) {
    const { status } = await convert('in', '--to', 'yaml', '--out', 'out');
    assert.equal(status, 0, run);
    assert.deepEqual(await tree('out'), ['a (2).yaml', 'a.yaml', 'deep/b.yaml'], run);
  }
  assert.deepEqual([await read('out/a.yaml'), await read('out/a (2).yaml')], ['a: 1\n', 'a: 3\n']);
});

test('expands a quoted file name pattern, or reports that no file matches', async () => {
  assert.equal((await convert('in/**/*.json', '--to', 'yaml', '--out', 'out')).status, 0);
  assert.deepEqual(await tree('out'), ['a.yaml', 'b.yaml']);
  const { status, stderr } = await convert('in/*.nix', '--to', 'yaml');
  assert.deepEqual([status, stderr], [3, 'File not found: in/*.nix.']);
});

test('--zip writes all results and a report to one zip even if a file fails', async () => {
  await put('in/bad.json', '{"a":');
  const { status, stderr } = await convert('in', '--to', 'yaml', '--zip', 'all.zip');
  assert.equal(status, 4);
  assert.match(stderr, /^bad\.json: The json file could not be read\./m);
  const { stdout } = await run('bsdtar', ['-tf', path.join(dir, 'all.zip')]);
  assert.deepEqual(stdout.toString().trim().split('\n'), ['a.yaml', 'deep/b.yaml', 'report.json']);
  const again = await convert('in', '--to', 'yaml', '--zip', 'all.zip');
  assert.deepEqual([again.status, again.stderr], [8, 'all.zip already exists. Use --force to replace it.']);
  const unsaid = await convert('in', '--zip', 'other.zip');
  assert.deepEqual([unsaid.status, await tree('out').catch(() => [])], [2, []]);
});

test('--combine merges files in the given order', async () => {
  await put('in/c.csv', 'x,y\n1,2\n');
  const { status, stdout } = await convert('in/deep/b.json', 'in/c.csv', '--combine', 'all.xlsx');
  assert.equal(status, 0);
  assert.match(stdout, /^all\.xlsx: \d+ bytes/m);
  const { stdout: sheets } = await run('bsdtar', ['-xOf', path.join(dir, 'all.xlsx'), 'xl/workbook.xml']);
  const names = [...sheets.toString().matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['b', 'c']);
  const { status: refused, stderr } = await convert('in', '--combine', 'all.docx');
  assert.equal(refused, 1);
  assert.match(stderr, /^Several files cannot be merged into docx\./);
});

test('converts standard input and writes the result to standard output', async () => {
  const child = start('convert', '-', '-', '--source', 'json', '--target', 'yaml');
  child.stdin.end('{"a":1}');
  assert.deepEqual(await outcome(child), { status: 0, stdout: 'a: 1\n', stderr: '' });
  for (const words of [
    ['-', '--target', 'toml'],
    ['-', '--to', 'toml'],
    ['--to', 'toml', '-'],
  ]) {
    const { status, stdout } = await convert('in/a.json', ...words);
    assert.deepEqual([status, stdout], [0, 'a = 1\n'], words.join(' '));
  }
  assert.deepEqual(await tree('.'), ['in/a.json', 'in/deep/b.json']);
});

test('leaves no partial file after Ctrl-C', async () => {
  await mkdir(path.join(dir, 'many'));
  for (let n = 0; n < 40; n += 1) await put(`many/${n}.json`, `{"n":${n}}`);
  const child = start('convert', 'many', '--to', 'yaml', '--out', 'out');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const { status } = await outcome(child);
  assert.equal(status, 130);
  const results = await tree('out');
  assert.ok(results.length > 0 && results.length < 40, `${results.length} results`);
  for (const name of results) assert.match(await read(`out/${name}`), /^"n": \d+\n$/, name);
});

test('protean watch converts each file in a folder, and moves failed files to `failed`', async () => {
  const child = start('watch', 'in', '--to', 'yaml');
  const there = (name: string) =>
    stat(path.join(dir, name)).then(
      () => true,
      () => false,
    );
  try {
    await until('the existing file', 60_000, () => there('in/deep/b.yaml'));
    await put('bad.json', '{"a":');
    await rename(path.join(dir, 'bad.json'), path.join(dir, 'in/bad.json'));
    await until('the file that fails', 60_000, () => there('in/failed/bad.json.reason.txt'));
    await put('in/late.json', '{"c":3}');
    await until('the file that came later', 60_000, () => there('in/late.yaml'));
    child.kill('SIGINT');
    await outcome(child);
  } finally {
    child.kill('SIGKILL');
  }
  assert.match(await read('in/failed/bad.json.reason.txt'), /^The json file could not be read\./);
  assert.deepEqual(await tree('in'), [
    'a.json',
    'a.yaml',
    'deep/b.json',
    'deep/b.yaml',
    'failed/bad.json',
    'failed/bad.json.reason.txt',
    'late.json',
    'late.yaml',
  ]);
});

test('if the disk is full, leaves no result file and names the file in the error message', async () => {
  await put('big.json', JSON.stringify(Array.from({ length: 20_000 }, (_, n) => n)));
  await mkdir(path.join(dir, 'full'));
  // Mounts a small disk in a new mount namespace, which does not require root. Processes outside this namespace do not
  // see the disk.
  const script = 'mount -t tmpfs -o size=64k none full || exit 99; "$@"; echo "status $?"; ls -A full';
  const command = ['-mr', 'sh', '-c', script, 'sh', process.execPath, main];
  const child = spawn('unshare', [...command, 'convert', 'big.json', 'full/big.yaml'], { cwd: dir });
  const { status, stdout, stderr } = await outcome(child);
  assert.equal(status, 0, stderr);
  assert.deepEqual([stdout, stderr], ['status 1\n', 'full/big.yaml cannot be written: the disk is full.']);
});

test('updates one progress line on a terminal, but prints one line per file to a pipe', async () => {
  const words = `${process.execPath} ${main} convert in --to yaml --out out`;
  const terminal = await outcome(
    spawn('script', ['-qec', words, '/dev/null'], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  assert.equal(terminal.status, 0);
  const escape = '\u001b';
  const bars = [...terminal.stdout.matchAll(/\[([#.]{24})\] (\d)\/2/g)].map(([, bar, done]) => [bar, done]);
  assert.deepEqual(bars.at(0), ['.'.repeat(24), '0']);
  // Compares only the counts of converted files. The progress bars may differ, because the second file may be nearly
  // done when the first one ends.
  assert.deepEqual([...new Set(bars.map(([, done]) => done))], ['0', '1', '2'], JSON.stringify(bars));
  assert.deepEqual(bars.at(-1), ['#'.repeat(24), '2']);
  const last = terminal.stdout.slice(terminal.stdout.lastIndexOf(escape));
  assert.match(last, /^.\[K2 converted in \d+ ms\r\n$/, JSON.stringify(terminal.stdout));
  const piped = await convert('in', '--to', 'yaml', '--out', 'again');
  assert.equal(piped.status, 0);
  assert.match(piped.stderr, /^2 converted in \d+ ms$/);
  assert.doesNotMatch(piped.stdout, new RegExp(`[\\r${escape}]`));
  assert.deepEqual(
    piped.stdout
      .trim()
      .replaceAll(/\d+ ms/g, '# ms')
      .split('\n')
      .sort(),
    ['again/a.yaml: 5 bytes in # ms', 'again/deep/b.yaml: 5 bytes in # ms'],
  );
});
