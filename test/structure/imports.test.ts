/** Imports go one way between rooms, and in no circle between files (ARCHITECTURE.md, "Ranks"). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../packages/server/src', import.meta.url));

/** A room may import rooms of lower rank only; a file at the top counts as a room. */
const ranks: Readonly<Record<string, number>> = {
  'setting-types.ts': -1,
  kit: 0,
  'errors.ts': 0,
  'config.ts': 0,
  'log.ts': 0,
  db: 1,
  formats: 1,
  mail: 1,
  sandbox: 1,
  storage: 1,
  engines: 2,
  accounts: 2,
  convert: 3,
  limits: 3,
  webhooks: 3,
  jobs: 4,
  http: 5,
  'app.ts': 6,
  commands: 6,
  'main.ts': 6,
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

const room = (file: string) => file.split(path.sep)[0] ?? '';

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The project's own files that `file` names in an import, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, to = '']) =>
    path.join(path.dirname(file), to),
  );
}

test('every room has a rank', () => {
  assert.deepEqual(
    [...new Set(files.map(room))].filter((name) => !(name in ranks)),
    [],
  );
});

test('a room imports only rooms of lower rank', () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => room(target) !== room(file) && !isLower(room(target), room(file)))
      .map((target) => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

// The three files of rank 6 stand in a row: main starts commands, commands use the app.
const entrance = ['app.ts', 'commands', 'main.ts'];

function isLower(one: string, other: string): boolean {
  const [a = Infinity, b = -Infinity] = [ranks[one], ranks[other]];
  return a < b || (a === b && entrance.indexOf(one) < entrance.indexOf(other));
}

test('no file imports itself by way of others', () => {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(file), `a circle: ${[...trail, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test('only config.ts reads the environment, only the commands and main end the process', () => {
  const reads = files.filter((file) => /process\.env/.test(readFileSync(path.join(src, file), 'utf8')));
  // The keeper sets what a host would have been started with.
  assert.deepEqual(reads, ['config.ts', 'engines/hosts/keep.ts']);
});
