/** Imports go one way between packages and between modules, and in no circle between files (ARCHITECTURE.md, "Ranks"). */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that each package may import; the server reads what `web` is built into. The command line loads the server only when it runs. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  formats: [],
  engines: ['formats'],
  words: [],
  server: ['formats', 'engines', 'words'],
  client: ['formats'],
  cli: ['formats', 'client'],
  web: ['formats', 'client', 'words'],
};

const packages = readdirSync(path.join(root, 'packages')).filter((name) =>
  existsSync(path.join(root, 'packages', name, 'package.json')),
);

/** A module of the server imports modules of lower rank only; a file at the top counts as a module. */
const ranks: Readonly<Record<string, number>> = {
  'setting-types.ts': -1,
  'stripe-settings.ts': -0.5,
  kit: 0,
  'errors.ts': 0,
  'config.ts': 0,
  'log.ts': 0,
  db: 1,
  egress: 1,
  mail: 1,
  redis: 1,
  sandbox: 1,
  tracing: 1,
  leases: 2,
  accounts: 2,
  broadcast: 2,
  convert: 3,
  limits: 3,
  storage: 3,
  webhooks: 3,
  // Built on limits: credits, caps and the ledger are theirs.
  billing: 4,
  uploads: 4,
  'charged-conversion.ts': 4,
  // Built on what converts in one process.
  workers: 4,
  jobs: 5,
  backup: 5.5,
  privacy: 5.5,
  http: 6,
  mcp: 7,
  'app.ts': 8,
  commands: 8,
};

/** By their paths below `packages`. */
const files = packages.flatMap((name) =>
  readdirSync(path.join(root, 'packages', name), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !/node_modules|\bdist\b/.test(file),
    )
    .map((file) => path.join(name, file)),
);

const packageOf = (file: string) => file.split(path.sep)[0] ?? '';
const moduleOf = (file: string) => file.split(path.sep)[2] ?? '';
const isServer = (file: string) => packageOf(file) === 'server';
/** The folder of an engine or of what the runners share; none for a file beside them. */
const toolOf = (file: string) => (file.split(path.sep).length > 2 ? (file.split(path.sep)[1] ?? '') : '');

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The project's own files that `file` names in an import, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, 'packages', file), 'utf8');
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => to);
  return named.flatMap((to) => {
    if (to.startsWith('.')) return [path.join(path.dirname(file), to)];
    const [, name = '', rest = 'index.ts'] = /^@protean\/([^/]+)(?:\/(.+))?$/.exec(to) ?? [];
    return name === '' ? [] : [path.join(name, rest)];
  });
}

const wrongImports = (isRight: (file: string, target: string) => boolean) =>
  [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => !isRight(file, target)).map((target) => `${file} imports ${target}`),
  );

test('every module of the server has a rank', () => {
  const modules = new Set(files.filter(isServer).map(moduleOf));
  assert.deepEqual(
    [...modules].filter((name) => !(name in ranks)),
    [],
  );
});

test('every package has a list of the packages that it may import', () => {
  assert.deepEqual(
    packages.filter((name) => !(name in mayImport)),
    [],
  );
});

test('a package imports only the packages that it may, by their names', () => {
  const wrong = wrongImports(
    (file, target) =>
      packageOf(file) === packageOf(target) ||
      (mayImport[packageOf(file)]?.includes(packageOf(target)) ?? false),
  );
  assert.deepEqual(wrong, []);
});

test('a module of the server imports only modules of lower rank', () => {
  const wrong = wrongImports(
    (file, target) =>
      !isServer(file) ||
      !isServer(target) ||
      moduleOf(file) === moduleOf(target) ||
      isLower(moduleOf(target), moduleOf(file)),
  );
  assert.deepEqual(wrong, []);
});

// The warm worker has loaded what most jobs are for.
const preloads = path.join('engines', 'runtime', 'warm-worker.ts');

test('what the runners share knows no tool', () => {
  const wrong = wrongImports(
    (file, target) =>
      packageOf(file) !== 'engines' ||
      toolOf(file) !== 'runtime' ||
      file === preloads ||
      packageOf(target) !== 'engines' ||
      toolOf(target) === 'runtime',
  );
  assert.deepEqual(wrong, []);
});

// Both have the highest rank: commands use the app.
const entrance = ['app.ts', 'commands'];

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

test('only config.ts reads the environment', () => {
  const reads = files.filter((file) =>
    /process\.env/.test(readFileSync(path.join(root, 'packages', file), 'utf8')),
  );
  // The warm worker sets what a runner would have been started with.
  const configs = ['cli', 'server'].map((name) => path.join(name, 'src', 'config.ts'));
  assert.deepEqual(reads.sort(), [...configs, preloads].sort());
});
