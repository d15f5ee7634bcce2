/** Lists equal folders: every engine file is listed, every format readable has a sample, every package is declared. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { edgesOf } from '../../packages/server/src/convert/edges.ts';
import { engines } from '../../packages/server/src/engines/index.ts';
import { formats } from '../../packages/server/src/formats/formats.ts';
import { makers } from '../samples/samples.ts';

const enginesDir = new URL('../../packages/server/src/engines/', import.meta.url);

/** What is in the folder besides engines: the contract, the options, how hosts are called and kept warm, what boxes show, the list itself. */
const notEngines = [
  'engine.ts',
  'host.ts',
  'imports.ts',
  'index.ts',
  'options.ts',
  'reasons.ts',
  'shows.ts',
  'warm.ts',
];

test('every file in engines/ is an engine in the list, under its own name', () => {
  const files = readdirSync(enginesDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => name)
    .filter((name) => !notEngines.includes(name));
  assert.deepEqual(engines.map(({ id }) => `${id}.ts`).sort(), files.sort());
});

test('no two engines have the same id', () => {
  assert.equal(new Set(engines.map(({ id }) => id)).size, engines.length);
});

test('engines name only formats that there are', () => {
  const known = new Set(formats.map(({ ext }) => ext));
  const unknown = engines.flatMap(({ id, edges }) =>
    edges.flatMap(({ reads, writes }) =>
      [...reads, ...writes].filter((ext) => !known.has(ext)).map((ext) => `${id}: ${ext}`),
    ),
  );
  assert.deepEqual(unknown, []);
});

test('every exception of an engine takes out a pair that would be there', () => {
  const idle = engines.flatMap(({ id, edges }) => {
    const pairs = new Set(
      edges.flatMap(({ reads, writes }) => reads.flatMap((from) => writes.map((to) => `${from}>${to}`))),
    );
    const taken = new Set(edges.flatMap(({ except = [] }) => except));
    return [...taken].filter((pair) => !pairs.has(pair)).map((pair) => `${id}: ${pair}`);
  });
  assert.deepEqual(idle, []);
});

test('every format has an edge, and every one that is read has a sample', () => {
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

test('script/packages names every Debian package that an engine needs', () => {
  const listed = readFileSync(new URL('../../script/packages', import.meta.url), 'utf8').split('\n');
  const needed = engines.flatMap(({ needs }) => needs.map(({ debian }) => debian));
  assert.deepEqual(
    [...new Set(needed)].filter((name) => !listed.includes(name)),
    [],
  );
  const packages = listed.filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(packages, [...new Set(packages)].sort(), 'sorted, each once');
});
