/** Bundles the command line and the client into npm packages without dependencies. `script/pack` calls it. */
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
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, type BuildOptions } from 'esbuild';
import { commands } from '../packages/cli/src/commands/index.ts';
import { manPage } from '../packages/cli/src/man-page.ts';
import { version } from '../packages/cli/src/version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...names: string[]) => path.join(root, ...names);

/** The oldest supported version of Node. */
const target = 'node20';

/** Fields of a manifest that are needed outside the workspace. */
const kept = ['name', 'version', 'description', 'type', 'license', 'engines'] as const;
type Manifest = Record<(typeof kept)[number], unknown>;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder to write the packages to');
const destination = path.resolve(folder);
mkdirSync(destination, { recursive: true });
const staging = mkdtempSync(path.join(tmpdir(), 'protean-pack-'));
try {
  for (const packed of [packCommandLine(), packClient()]) console.log(packed);
} finally {
  rmSync(staging, { recursive: true });
}

function packCommandLine(): string {
  const dir = stage('cli');
  const bundled = bundle('cli/src/main.ts', path.join(dir, 'protean.js'), {
    platform: 'node',
    conditions: ['packed'],
  });
  writeFileSync(path.join(dir, 'THIRD-PARTY-LICENSES'), licensesOf(bundled));
  writeFileSync(path.join(dir, 'sbom.cdx.json'), partsOf(bundled));
  chmodSync(path.join(dir, 'protean.js'), 0o755);
  writeFileSync(path.join(dir, 'protean.1'), manPage(version, commands));
  return pack(dir, 'cli', { name: 'protean', bin: { protean: './protean.js' }, man: './protean.1' });
}

function packClient(): string {
  const dir = stage('client');
  bundle('client/src/index.ts', path.join(dir, 'index.js'), { platform: 'neutral', external: ['node:*'] });
  bundle('client/src/index.ts', path.join(dir, 'browser.js'), {
    platform: 'browser',
    conditions: ['browser'],
  });
  declareTypes('client/src/index.ts', path.join(dir, 'types'));
  const types = './types/index.d.ts';
  const exports = { '.': { types, browser: './browser.js', default: './index.js' } };
  return pack(dir, 'client', { exports, types, sideEffects: false });
}

/** Makes the folder of a package with the files that all packages contain. */
function stage(name: string): string {
  const dir = path.join(staging, name);
  mkdirSync(dir);
  copyFileSync(inRoot('LICENSE'), path.join(dir, 'LICENSE'));
  copyFileSync(inRoot('packages', name, 'README.md'), path.join(dir, 'README.md'));
  return dir;
}

/** Returns the files that are part of the bundle. */
function bundle(entry: string, outfile: string, options: BuildOptions): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [inRoot('packages', entry)],
    outfile,
    bundle: true,
    format: 'esm',
    target,
    logLevel: 'warning',
    ...options,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
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

/** Returns the licences of the packages that `files` belong to; these licences require it. */
function licensesOf(files: readonly string[]): string {
  const parts = packagesOf(files).map((dir) => {
    const file = readdirSync(inRoot(dir)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${dir} has no license`);
    return `${dir.replace('node_modules/', '')}\n\n${readFileSync(inRoot(dir, file), 'utf8').trim()}\n`;
  });
  return parts.join('\n----\n\n');
}

/** Writes the type declarations of `entry`, whose imports use the names of compiled files. */
function declareTypes(entry: string, outDir: string): void {
  const project = path.join(staging, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: path.dirname(inRoot('packages', entry)),
    outDir,
    typeRoots: [inRoot('node_modules/@types')],
  };
  const settings = {
    extends: inRoot('tsconfig.json'),
    compilerOptions,
    files: [inRoot('packages', entry)],
    include: [],
  };
  writeFileSync(project, JSON.stringify(settings));
  execFileSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: 'inherit',
  });
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(outDir, name);
    if (!name.endsWith('.d.ts')) continue;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

/** Writes the package's manifest with its `own` fields, packs it, and returns the file name. */
function pack(dir: string, name: string, own: object): string {
  const manifest = JSON.parse(readFileSync(inRoot('packages', name, 'package.json'), 'utf8')) as Manifest;
  const fields = Object.fromEntries(kept.map((field) => [field, manifest[field]]));
  writeFileSync(path.join(dir, 'package.json'), `${JSON.stringify({ ...fields, ...own }, null, 2)}\n`);
  const args = ['pack', '--silent', '--pack-destination', destination];
  return path.join(destination, execFileSync('npm', args, { cwd: dir, encoding: 'utf8' }).trim());
}
