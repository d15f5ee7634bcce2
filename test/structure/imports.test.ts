/**
 * Tests that imports between packages and between folders go in one direction, and that files have no import cycles
 * (ARCHITECTURE.md, "Imports"). This file also tests the size of folders, and which files read the environment.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findCycle } from './cycles.ts';
import { filesBelow, root } from './files.ts';
import { pythonImportsOf, pythonModules } from './python-modules.ts';

/**
 * The packages that each package may import. The server does not import `web`, but reads the files that are built from
 * `web`. The command line (`cli`) does not import the server, but loads it when it has to run a server.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  formats: [],
  engines: ['formats'],
  messages: [],
  server: ['formats', 'engines', 'messages'],
  client: ['formats'],
  cli: ['formats', 'client'],
  web: ['formats', 'client', 'messages'],
};

const packages = readdirSync(path.join(root, 'packages')).filter((name) =>
  existsSync(path.join(root, 'packages', name, 'package.json')),
);

/**
 * The rank of each folder in the source of the server. A folder may import only folders of lower rank. Each file at the
 * top level has a rank too.
 */
const ranks: Readonly<Record<string, number>> = {
  ...{ 'setting-types.ts': 0, kit: 0 },
  ...{ 'errors.ts': 1, 'stripe-settings.ts': 1 },
  ...{ 'config.ts': 2, 'log.ts': 2 },
  ...{ db: 3, egress: 3, mail: 3, redis: 3, sandbox: 3, tracing: 3 },
  ...{ accounts: 4, broadcast: 4, leases: 4 },
  ...{ 'convert/catalogue': 5, limits: 5, storage: 5, webhooks: 5 },
  ...{ 'convert/advisories': 6, 'convert/request': 6 },
  'convert/result': 7,
  'convert/run': 8,
  'convert/batch': 9,
  ...{ billing: 10, uploads: 10, workers: 10, 'charged-conversion.ts': 10 },
  jobs: 11,
  ...{ backup: 12, privacy: 12 },
  http: 13,
  ...{ pages: 14, mcp: 14 },
  'contributions.ts': 15,
  'core.ts': 16,
  'module.ts': 17,
  // The modules of `api`, in their start-up order.
  'api/conversion': 18,
  ...{ 'api/health': 19, 'api/formats': 19, 'api/files': 19, 'api/accounts': 19, 'api/webhooks': 19 },
  ...{ 'api/openapi': 19 },
  ...{ 'api/keys': 20, 'api/uploads': 20, 'api/usage': 20, 'api/billing': 20 },
  ...{ 'api/jobs': 21, 'api/mcp': 21 },
  // Modules on which no other module depends.
  ...{ 'api/*': 22, site: 22 },
  'modules.ts': 23,
  'app.ts': 24,
  commands: 25,
};

/** All source files except tests, as paths below `packages`. */
const files = packages.flatMap((name) =>
  filesBelow(`packages/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => path.join(name, file)),
);

const packageOf = (file: string) => file.split(path.sep)[0] ?? '';
/** Returns the key of `ranks` that applies to a file of the server. */
const folderOf = (file: string) => {
  const [, , first = '', second = ''] = file.split(path.sep);
  const folder = `${first}/${second}`;
  if (folder in ranks) return folder;
  return first === 'api' ? 'api/*' : first;
};
const isServer = (file: string) => packageOf(file) === 'server';

/**
 * The rank of each folder of `packages/engines`. A folder may import only folders of lower or equal rank. `index.ts` is
 * the list of all engines.
 */
const engineRanks: Readonly<Record<string, number>> = {
  ...{ contract: 0, shared: 1 },
  ...{ codecs: 2, passes: 2, tools: 2 },
  ...{ 'index.ts': 3, warm: 4 },
};
const engineRank = (file: string) => engineRanks[file.split(path.sep)[1] ?? ''] ?? NaN;
/** The rank of each folder of `packages/engines/shared`. A folder may import only folders of lower or equal rank. */
const sharedRanks: Readonly<Record<string, number>> = {
  ...{ runner: 0, encoding: 1, metadata: 1, html: 2, image: 3, svg: 4, office: 5, text: 6, derived_fonts: 7 },
};
const sharedRank = (file: string) => {
  const [, folder, name = ''] = file.split(path.sep);
  return folder === 'shared' ? (sharedRanks[name] ?? NaN) : -1;
};
const isBelowEngine = (target: string, file: string) =>
  engineRank(target) < engineRank(file) ||
  (engineRank(target) === engineRank(file) && !(sharedRank(target) > sharedRank(file)));
const isEngine = (file: string) => packageOf(file) === 'engines';

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** Returns the project files that `file` imports, including imports of types. */
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

test('every folder of the server has an integer rank in the import order', () => {
  const folders = new Set(files.filter(isServer).map(folderOf));
  assert.deepEqual(
    [...folders].filter((name) => !Number.isInteger(ranks[name])),
    [],
  );
});

test('every folder in packages has at most 25 files, except the migrations folder', () => {
  const counts = new Map<string, number>();
  for (const name of packages) {
    const entries = readdirSync(path.join(root, 'packages', name), { recursive: true, withFileTypes: true });
    for (const { parentPath } of entries.filter((entry) => entry.isFile()))
      counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
  }
  const full = [...counts]
    .filter(([folder, count]) => count > 25 && !/node_modules|\bdist\b|migrations$/.test(folder))
    .map(([folder, count]) => `${path.relative(root, folder)}: ${count}`);
  assert.deepEqual(full, []);
});

test('every package has a list of the packages that it may import', () => {
  assert.deepEqual(
    packages.filter((name) => !(name in mayImport)),
    [],
  );
});

test('each package imports only the packages in its list of permitted imports', () => {
  const wrong = wrongImports(
    (file, target) =>
      packageOf(file) === packageOf(target) ||
      (mayImport[packageOf(file)]?.includes(packageOf(target)) ?? false),
  );
  assert.deepEqual(wrong, []);
});

test('folders of the server import only folders that are lower in the import order', () => {
  const wrong = wrongImports(
    (file, target) =>
      !isServer(file) ||
      !isServer(target) ||
      folderOf(file) === folderOf(target) ||
      isLower(folderOf(target), folderOf(file)),
  );
  assert.deepEqual(wrong, []);
});

test('each engine folder imports only folders of the same or a lower rank in the import order', () => {
  const wrong = wrongImports(
    (file, target) => !isEngine(file) || !isEngine(target) || isBelowEngine(target, file),
  );
  assert.deepEqual(wrong, []);
});

test('Python modules of the engines import no module from a folder higher in the import order', () => {
  const wrong = pythonModules.flatMap((file) =>
    pythonImportsOf(file)
      .filter((target) => !isBelowEngine(target, file))
      .map((target) => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

const isLower = (one: string, other: string) => (ranks[one] ?? Infinity) < (ranks[other] ?? -Infinity);

test('TypeScript files have no import cycles', () => {
  assert.deepEqual(findCycle(imports), []);
});

test('`process.env` is used only in the config.ts files, warm-engine.ts and counted-time.ts', () => {
  const reads = files.filter((file) =>
    /process\.env/.test(readFileSync(path.join(root, 'packages', file), 'utf8')),
  );
  // The warm engine sets the environment variables that a runner would get in a separate process.
  const preloads = path.join('engines', 'warm', 'warm-engine.ts');
  // The server passes the file of waiting times to runners in an environment variable of the sandbox.
  const counted = path.join('engines', 'shared', 'runner', 'counted-time.ts');
  const configs = ['cli', 'server'].map((name) => path.join(name, 'src', 'config.ts'));
  assert.deepEqual(reads.sort(), [...configs, preloads, counted].sort());
});
