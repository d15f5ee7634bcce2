/**
 * Bundles the command line and the client into npm packages without dependencies. `script/pack` calls this
 * script. The script needs no development packages.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown, type InputOptions } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { commands } from '../packages/cli/src/commands/index.ts';
import { CommandError } from '../packages/cli/src/exit-status.ts';
import { placeResult, requireFree } from '../packages/cli/src/files/place-result.ts';
import { manPage } from '../packages/cli/src/man-page.ts';
import { version } from '../packages/cli/src/version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...names: string[]) => path.join(root, ...names);

/** The oldest supported version of Node. */
const target = 'node20';

/** Fields of the workspace's package.json that are copied to the npm package's package.json. */
const kept = ['name', 'version', 'description', 'type', 'license', 'engines'] as const;
type Manifest = Record<(typeof kept)[number], unknown>;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the folder to write the packages to');
const destination = path.resolve(folder);
const packages = [
  { name: `protean-${version}.tgz`, make: packCommandLine },
  { name: `protean-client-${version}.tgz`, make: packClient },
];
const staging = mkdtempSync(path.join(tmpdir(), 'protean-pack-'));
try {
  await packAll();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(`script/pack: ${error.message}`);
  process.exitCode = error.status;
} finally {
  rmSync(staging, { recursive: true });
}

/** Makes each package and prints the path of the package file. Replaces existing files only with --force. */
async function packAll(): Promise<void> {
  const placeOfPackage = (below: string) => ({ base: destination, below });
  if (!values.force) for (const { name } of packages) await requireFree(placeOfPackage(name), false);
  for (const { name, make } of packages) {
    const made = await make();
    const { output } = await placeResult(
      placeOfPackage(name),
      values.force ? 'replace' : 'refuse',
      async (file) => {
        await copyFile(made, file);
        return {};
      },
    );
    console.log(output);
  }
}

/** Runs a step, prints its name and duration to standard error, and returns its result. */
async function step<Result>(what: string, work: () => Promise<Result> | Result): Promise<Result> {
  const began = performance.now();
  process.stderr.write(`pack: ${what} ... `);
  const result = await work();
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return result;
}

async function packCommandLine(): Promise<string> {
  const dir = stage('cli');
  const bundled = await step('bundling the command line', () =>
    bundle('cli/src/main.ts', path.join(dir, 'protean.js'), {
      platform: 'node',
      resolve: { conditionNames: ['packed', 'node', 'import', 'default'] },
    }),
  );
  writeFileSync(path.join(dir, 'THIRD-PARTY-LICENSES'), licensesOf(bundled));
  writeFileSync(path.join(dir, 'sbom.cdx.json'), partsOf(bundled));
  chmodSync(path.join(dir, 'protean.js'), 0o755);
  writeFileSync(path.join(dir, 'protean.1'), manPage(version, commands));
  const own = { name: 'protean', bin: { protean: './protean.js' }, man: './protean.1' };
  return await step('packing the command line', () => pack(dir, 'cli', own));
}

async function packClient(): Promise<string> {
  const dir = stage('client');
  await step('bundling the client', async () => {
    await bundle('client/src/index.ts', path.join(dir, 'index.js'), { platform: 'neutral' });
    await bundle('client/src/index.ts', path.join(dir, 'browser.js'), {
      platform: 'browser',
      resolve: { conditionNames: ['browser', 'import', 'default'] },
    });
  });
  await step('writing the types of the client', () => declareTypes('client/src', path.join(dir, 'types')));
  const types = './types/index.d.ts';
  const exports = { '.': { types, browser: './browser.js', default: './index.js' } };
  return await step('packing the client', () => pack(dir, 'client', { exports, types, sideEffects: false }));
}

/** Makes the folder of a package with the files that all packages contain. */
function stage(name: string): string {
  const dir = path.join(staging, name);
  mkdirSync(dir);
  copyFileSync(inRoot('LICENSE'), path.join(dir, 'LICENSE'));
  copyFileSync(inRoot('packages', name, 'README.md'), path.join(dir, 'README.md'));
  return dir;
}

/** Writes the bundle. Returns the paths of the bundled modules, relative to the root. */
async function bundle(entry: string, file: string, options: InputOptions): Promise<string[]> {
  const build = await rolldown({
    cwd: root,
    input: inRoot('packages', entry),
    external: /^node:/,
    logLevel: 'warn',
    ...options,
    transform: { target },
  });
  try {
    const { output } = await build.write({ file, format: 'esm', codeSplitting: false });
    const modules = output.flatMap((part) => ('moduleIds' in part ? part.moduleIds : []));
    return modules.map((id) => path.relative(root, id));
  } finally {
    await build.close();
  }
}

/** Returns the bill of materials of the packages that `files` belong to. */
function partsOf(files: readonly string[]): string {
  const names = packagesOf(files).map((dir) => dir.replace('node_modules/', ''));
  return execFileSync(process.execPath, [inRoot('script/sbom.ts'), '--only', names.join(',')], {
    encoding: 'utf8',
  });
}

/** Returns the folders of the packages that `files` belong to. */
function packagesOf(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Returns the licences of the packages that `files` belong to. The licences must be included in every copy of the
 * packages.
 */
function licensesOf(files: readonly string[]): string {
  const parts = packagesOf(files).map((dir) => {
    const file = readdirSync(inRoot(dir)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${dir} has no license`);
    return `${dir.replace('node_modules/', '')}\n\n${readFileSync(inRoot(dir, file), 'utf8').trim()}\n`;
  });
  return parts.join('\n----\n\n');
}

/**
 * Writes the type declarations of the modules in `source`. Changes `.ts` to `.js` in the import paths of the
 * declarations.
 */
function declareTypes(source: string, outDir: string): void {
  const from = inRoot('packages', source);
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.ts$/.test(name)) continue;
    const { code, errors } = isolatedDeclarationSync(name, readFileSync(path.join(from, name), 'utf8'));
    if (errors.length > 0)
      throw new Error(
        `${source}/${name}: ${errors.map(({ message }) => message).join(' ')} Annotate the type.`,
      );
    const file = path.join(outDir, name.replace(/\.ts$/, '.d.ts'));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code.replaceAll(/(from ["']\.[^"']*)\.ts(["'])/g, '$1.js$2'));
  }
}

/** Writes package.json with the additional fields `own`, packs `dir` with npm, and returns the path of the .tgz. */
function pack(dir: string, name: string, own: object): string {
  const manifest = JSON.parse(readFileSync(inRoot('packages', name, 'package.json'), 'utf8')) as Manifest;
  const fields = Object.fromEntries(kept.map((field) => [field, manifest[field]]));
  writeFileSync(path.join(dir, 'package.json'), `${JSON.stringify({ ...fields, ...own }, null, 2)}\n`);
  const args = ['pack', '--silent', '--pack-destination', staging];
  return path.join(staging, execFileSync('npm', args, { cwd: dir, encoding: 'utf8' }).trim());
}
