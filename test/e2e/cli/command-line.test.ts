/** `protean` reports mistakes on the command line in plain words before it does anything. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import type { ConversionReport } from '@protean/client';
import { fileOptionNames, optionNames } from '@protean/engines/contract/options.ts';

const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;
let dir = '';

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  const files = {
    'a.json': '{"a":1}',
    'bad.json': '{"a":',
    'empty.json': '',
    'text.png': 'no picture',
    unnamed: '\0\x01',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(dir, name), content);
  await writeFile(path.join(dir, 'bad.png'), Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1'));
});

after(() => rm(dir, { recursive: true, force: true }));

const convert = (...words: string[]) => protean('convert', ...words);

async function protean(...words: string[]) {
  const child = spawn(process.execPath, [main, ...words], { cwd: dir });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr: stderr.trimEnd() };
}

test('protean convert converts a file', async () => {
  const { status, stdout, stderr } = await convert('a.json', 'a.yaml', '--indent', '4');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^a\.yaml: \d+ bytes in \d+ ms/);
});

test('--report writes a report with steps and losses next to the result', async () => {
  const { status, stderr } = await convert('a.json', 'told.yaml', '--report');
  assert.deepEqual([status, stderr], [0, '']);
  const report = JSON.parse(await readFile(path.join(dir, 'told.yaml.report.json'), 'utf8')) as object;
  assert.ok('steps' in report && 'lost' in report && 'result' in report);
});

test('protean verify detects a changed source file, result or engine version', async () => {
  await convert('a.json', 'again.yaml', '--report', '--indent', '4');
  const file = path.join(dir, 'again.yaml.report.json');
  const same = await protean('verify', 'again.yaml.report.json', 'a.json');
  assert.deepEqual(same, { status: 0, stdout: 'a.json → yaml: identical\n', stderr: '' });
  const other = await protean('verify', 'again.yaml.report.json', 'bad.json');
  assert.equal(other.status, 1);
  assert.match(
    other.stderr,
    /^The report is of a different file: the SHA-256 of bad\.json is [0-9a-f]{64}\.$/,
  );
  const none = await protean('verify', 'a.json', 'a.json');
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^Not a conversion report: a\.json\./);

  const report = JSON.parse(await readFile(file, 'utf8')) as ConversionReport;
  report.result = { sha256: '0'.repeat(64), size: 1, facts: {} };
  for (const step of report.steps) step.version = '0.0.1';
  await writeFile(file, JSON.stringify({ report }));
  const changed = await protean('verify', 'again.yaml.report.json', 'a.json');
  assert.equal(changed.status, 1);
  assert.match(
    changed.stdout,
    /^a\.json → yaml: different \(\d+ bytes, expected 1\)\n {2}\S+ was 0\.0\.1, is /,
  );
});

const mistakes: [words: string, status: number, message: string | RegExp][] = [
  ['none.json x.yaml', 3, 'File not found: none.json.'],
  ['empty.json x.yaml', 4, 'empty.json is empty.'],
  ['a.json none/x.yaml', 3, 'Folder of x.yaml not found: none.'],
  [
    'unnamed x.yaml',
    1,
    'The format of the file could not be detected from its name or content. Specify it with --source.',
  ],
  ['a.json x.yaml --source nix', 5, /^Unknown format "nix"\. .*`protean formats` lists them all\.$/],
  ['a.json --to ymal', 5, 'Unknown format "ymal". Did you mean yaml? `protean formats` lists them all.'],
  ['a.json x.mp3', 5, /^json cannot be converted to mp3\. json can become .*`protean formats json`/],
  ['a.json x.yaml --indent 9', 1, 'The option --indent is not valid: it must be a whole number from 0 to 8.'],
  [
    'text.png x.jpg',
    1,
    'The file is named .png but its content is txt. Rename it, or specify its format with --source.',
  ],
  ['bad.png x.jpg', 4, /^The png file could not be read\./],
];

for (const [words, status, message] of mistakes) {
  test(`protean convert ${words} does not write a result and reports: ${message}`, async () => {
    const { stderr, ...ended } = await convert(...words.split(' '));
    assert.equal(ended.status, status);
    if (typeof message === 'string') assert.equal(stderr, message);
    else assert.match(stderr, message);
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('x')),
      [],
    );
  });
}

test('--verbose also prints the messages of a failed conversion step', async () => {
  const { status, stderr } = await convert('bad.png', 'x.jpg', '--verbose');
  assert.equal(status, 4);
  assert.match(stderr, /^The png file could not be read\..*\nsharp png>jpg ended by exit/);
});

for (const flag of ['--isolation-group', '--isolation_group']) {
  test(`the flag ${flag} accepts only a valid isolation group`, async () => {
    assert.equal((await convert('a.json', `x-${flag}.yaml`, flag, 'somebody@example.com')).status, 0);
    const { status, stderr } = await convert('a.json', 'x.yaml', flag, 'a b');
    assert.equal(status, 1);
    assert.match(stderr, /^The option --isolation_group is not valid: it must be 1 to 64 characters of /);
  });
}

test('protean convert --help lists every option', async () => {
  const { status, stdout } = await convert('--help');
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: protean convert IN OUT/);
  for (const name of ['source', 'target', ...fileOptionNames, ...optionNames])
    assert.match(stdout, new RegExp(`  --${name.replaceAll('_', '-')}[ \\n]`));
});

const nothing = 'Specify the input file and the output file. See `protean convert --help`.';
const wrong: [words: string[], message: string | RegExp][] = [
  [[], nothing],
  [['a.json'], 'Specify the output file for a.json, or use --to FORMAT.'],
  [['a.json', 'x'], 'Unknown format of x. Use a known extension, or use --target.'],
  [['a.json', 'x.ymal'], 'Unknown format of x.ymal. Did you mean .yaml? Use that, or use --target.'],
  [['a.json', '.', '--target', 'yaml'], '. is a folder. Specify the file to write.'],
  [['.', 'x.yaml'], '. is a folder. Use --to FORMAT to convert its files.'],
  [['-', 'x.yaml'], 'Specify the format of standard input with --source, such as --source docx.'],
  [['a.json', '-'], 'Specify the format of standard output with --target, such as --target pdf.'],
  [['a.json', 'b.yaml', 'c'], 'Unexpected argument: c. To convert several files, use --to FORMAT.'],
  [['a.json', 'x.yaml', '--nix', '1'], /^Unknown option --nix\. Available: --to, /],
  [['a.json', 'x.yaml', '--ident', '1'], 'Unknown option --ident. Did you mean --indent?'],
  [['a.json', 'x.yaml', '--suorce=json'], 'Unknown option --suorce. Did you mean --source?'],
  [['a.json', 'x.yaml', '--indent'], '--indent needs a value.'],
  [['a.json', '--to', 'yaml', '--jobs', '0'], '--jobs must be a whole number from 1 to 99.'],
];

for (const [words, message] of wrong) {
  test(`reports a usage error in at most 8 lines: ${message}`, async () => {
    const { status, stdout, stderr } = await convert(...words);
    const [first = '', ...lines] = stderr.split('\n');
    assert.deepEqual([status, stdout], [2, '']);
    if (typeof message === 'string') assert.equal(first, message);
    else assert.match(first, message);
    assert.ok(lines.length < 8 && lines.includes('Usage: protean convert IN OUT'), stderr);
  });
}

test('reports invalid arguments without loading the engines', async () => {
  const loaded = path.join(dir, 'loaded.mjs');
  await writeFile(
    loaded,
    `import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/packages\\/(?:server|engines)\\//.test(url)) throw new Error('engines are loaded: ' + url);
        return next(url, context);
      },
    });`,
  );
  const unloaded = async (...words: string[]) => {
    const child = spawn(process.execPath, ['--import', loaded, main, 'convert', ...words], { cwd: dir });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [status, stderr] = await Promise.all([ended, text(child.stderr)]);
    return { status, stderr };
  };
  for (const [words, message] of wrong) {
    const { status, stderr } = await unloaded(...words);
    assert.equal(status, 2, stderr);
    if (typeof message === 'string') assert.ok(stderr.startsWith(message), stderr);
  }
  assert.equal((await unloaded('none.json', 'x.yaml')).status, 3);
  assert.equal((await unloaded('a.json', '--to', 'ymal')).status, 5);
  assert.equal((await unloaded('a.json', 'bad.json')).status, 8);
  assert.match((await unloaded('a.json', 'x.yaml')).stderr, /engines are loaded/);
});

test('-o sets the output folder if --to is given and the value has no extension', async () => {
  assert.equal((await convert('a.json', '-o', 'o.yaml')).status, 0);
  assert.equal((await convert('a.json', '--to', 'yaml', '-o', 'o2.yml')).status, 0);
  assert.equal((await convert('a.json', '--to', 'yaml', '-o', 'o')).status, 0);
  assert.equal(await readFile(path.join(dir, 'o.yaml'), 'utf8'), 'a: 1\n');
  assert.equal(await readFile(path.join(dir, 'o2.yml'), 'utf8'), 'a: 1\n');
  assert.equal(await readFile(path.join(dir, 'o/a.yaml'), 'utf8'), 'a: 1\n');
  const { status, stderr } = await convert('a.json', 'b.yaml', '-o', 'c.yaml');
  assert.equal(status, 2);
  assert.match(stderr, /^Unexpected argument: b\.yaml\./);
});

test('protean help groups the commands by task', async () => {
  const { stdout } = await protean('help');
  const titles = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, title]) => title);
  assert.deepEqual(titles, [
    'Convert files',
    'Use a server',
    'Serve agents',
    'Run and check Protean on this machine',
    'Set up the shell',
  ]);
});

test('prints the help of a command with --help or `protean help`', async () => {
  const { status, stdout } = await protean('serve', '--help');
  assert.deepEqual([status, stdout.split('\n')[0]], [0, 'Usage: protean serve']);
  for (const [command, usage] of [
    ['serve', 'Usage: protean serve'],
    ['convert', 'Usage: protean convert IN OUT'],
  ] as const)
    assert.equal((await protean('help', command)).stdout.split('\n')[0], usage);
  assert.equal((await protean('help', 'covnert')).stderr, 'Unknown command covnert. Did you mean convert?');
  assert.deepEqual([(await protean('doctor', 'me')).status, (await protean('nix')).status], [2, 2]);
  assert.equal((await protean('covnert', 'a')).stderr, 'Unknown command covnert. Did you mean convert?');
});

test('exits with status 0 and prints no error if the reader of the output closes the pipe', async () => {
  const child = spawn(process.execPath, [main, 'routes'], { cwd: dir });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stderr = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  assert.deepEqual([await ended, await stderr], [0, '']);
});
