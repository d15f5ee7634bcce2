/** Tests that the lists of engines, samples, Debian packages and commands are complete. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { edgesOf } from '../../packages/server/src/convert/catalogue/edges.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { commands } from '../../packages/server/src/commands/index.ts';
import { readPackages } from '../../packages/server/src/convert/catalogue/debian-packages.ts';
import { checkoutCommands } from '../../packages/cli/src/packed.ts';
import { makers } from '../samples/samples.ts';

const setup = new URL('../../script/setup', import.meta.url).pathname;
const enginesDir = new URL('../../packages/engines/', import.meta.url);

/**
 * Maps the name of each tool, codec and pass to its folder. The name of a folder is the id of its engine. If a folder
 * has several engines, their ids begin with the folder's name. Omits the folder `file_info`, because its code only
 * reads files and defines no engine.
 */
const engineFolders = new Map(
  ['tools', 'codecs', 'passes'].flatMap((kind) =>
    readdirSync(new URL(`${kind}/`, enginesDir), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['file_info', '__pycache__'].includes(entry.name))
      .map(({ name }): [string, string] => [name.replaceAll('_', '-'), `${kind}/${name}`]),
  ),
);
const folderIdOf = (id: string) =>
  [...engineFolders.keys()].find((name) => id === name || id.startsWith(`${name}-`)) ?? `none for ${id}`;

test('the engine list and the engine folders contain the same engines', () => {
  const listed = new Set(engines.map(({ id }) => folderIdOf(id)));
  assert.deepEqual([...listed].sort(), [...engineFolders.keys()].sort());
});

test('every engine is declared in a file named after its id', () => {
  // If a tool has several engines, their ids begin with the name of the tool. For example, the engine `ffmpeg-amr` is
  // declared in ffmpeg/amr.ts.
  const missing = engines
    .map(({ id }) => [folderIdOf(id), id.slice(folderIdOf(id).length + 1) || 'index'])
    .map(([folder = '', name = '']) => `${engineFolders.get(folder) ?? folder}/${name}.ts`)
    .filter((file) => !existsSync(new URL(file, enginesDir)));
  assert.deepEqual(missing, []);
});

test('every engine has a unique id', () => {
  assert.equal(new Set(engines.map(({ id }) => id)).size, engines.length);
});

test('every engine reads and writes only known formats', () => {
  const known = new Set(formats.map(({ ext }) => ext));
  const unknown = engines.flatMap(({ id, edges }) =>
    edges.flatMap(({ reads, writes }) =>
      [...reads, ...writes].filter((ext) => !known.has(ext)).map((ext) => `${id}: ${ext}`),
    ),
  );
  assert.deepEqual(unknown, []);
});

test('an engine excludes only pairs of formats that the engine would otherwise convert', () => {
  const idle = engines.flatMap(({ id, edges }) => {
    const pairs = new Set(
      edges.flatMap(({ reads, writes }) => reads.flatMap((from) => writes.map((to) => `${from}>${to}`))),
    );
    const taken = new Set(edges.flatMap(({ except = [] }) => except));
    return [...taken].filter((pair) => !pairs.has(pair)).map((pair) => `${id}: ${pair}`);
  });
  assert.deepEqual(idle, []);
});

test('every format has an engine, and every readable format has a sample', () => {
  const edges = edgesOf(engines);
  const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
  assert.deepEqual(
    formats.map(({ ext }) => ext).filter((ext) => !touched.has(ext)),
    [],
    'without an edge',
  );
  const read = [...new Set(edges.map(({ from }) => from))];
  assert.deepEqual(
    read.filter((ext) => !(ext in makers)),
    [],
    'without a sample',
  );
  assert.deepEqual(
    Object.keys(makers).filter((ext) => !formats.some((format) => format.ext === ext)),
    [],
    'a sample of nothing',
  );
});

const listed = (file: string) =>
  readPackages(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const lists = { 'script/packages': listed('script/packages'), 'test/packages': listed('test/packages') };

test('script/packages lists every Debian package that an engine needs', () => {
  const names = lists['script/packages'].map(({ name }) => name);
  const needed = engines.flatMap(({ needs }) => needs.map(({ debian }) => debian));
  assert.deepEqual(
    [...new Set(needed)].filter((name) => !names.includes(name)),
    [],
  );
});

for (const [file, rows] of Object.entries(lists)) {
  test(`the rows of ${file} are sorted and unique, and each row has a package group and known roles`, () => {
    const names = rows.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].sort());
    for (const { name, part, roles } of rows) {
      assert.match(part, /^[a-z][a-z0-9]+$/, name);
      assert.deepEqual(
        roles.filter((role) => !['all', 'office', 'media', 'image', '-'].includes(role)),
        [],
        name,
      );
    }
  });
}

// For each Debian release, test/fresh/run writes a file. This file lists the packages of script/packages and
// test/packages that exist in the release.
for (const release of ['bookworm', 'trixie']) {
  test(`script/setup installs only packages that exist in Debian ${release}`, () => {
    const known = readFileSync(new URL(`../fresh/packages-of-${release}`, import.meta.url), 'utf8').split(
      '\n',
    );
    const wanted = execFileSync(setup, ['--list', release, '--dev'], { encoding: 'utf8' }).trim().split('\n');
    assert.ok(wanted.length > 80, `${wanted.length} packages`);
    assert.deepEqual(
      wanted.filter((name) => !known.includes(name)),
      [],
    );
  });
}

test('script/setup installs only the packages that the requested role needs', () => {
  const of = (...args: string[]) =>
    execFileSync(setup, ['--list', 'trixie', ...args], { encoding: 'utf8' }).split('\n');
  const media = of('--role', 'media');
  assert.deepEqual(
    ['ffmpeg', 'bubblewrap', 'calibre', 'pandoc'].filter((name) => media.includes(name)),
    ['ffmpeg', 'bubblewrap'],
  );
  assert.ok(of().length > media.length);
});

test('the packaged command line knows the names of all commands that need a checkout', () => {
  assert.deepEqual(
    checkoutCommands,
    commands.map(({ name }) => name),
  );
});
