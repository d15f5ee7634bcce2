/**
 * Tests that the packed command line and client need only Node. The tests use the client with a server, in a bundle and
 * from TypeScript.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { busy, openTestApp } from '../../support/server/test-app.ts';

const run = promisify(execFile);
const inRoot = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const majorOf = (node: string) =>
  Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10);

/**
 * Paths of two Nodes: the one that runs the tests, and the system's Node. A Node older than version 20 is
 * omitted.
 */
const nodes = [process.execPath, '/usr/bin/node'].filter((node) => existsSync(node) && majorOf(node) >= 20);

const here = fixture(async (stack) => {
  const app = closing(stack, await openTestApp('sqlite'));
  const { key } = await app.customer('hobby', busy);
  const folder = await temporaryFolder(stack);
  const { stdout } = await run(process.execPath, [inRoot('script/pack.ts'), path.join(folder, 'packages')]);
  const tarballs = stdout.trim().split('\n');
  const project = path.join(folder, 'project');
  await mkdir(project);
  // The environment of npm contains only PATH and HOME. HOME is a new folder, so npm does not use the configuration
  // of the current user.
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder };
  await run('npm', ['install', '--offline', ...tarballs], { cwd: project, env });
  await writeFile(path.join(project, 'a.json'), '{"a":1}');
  return { url: app.service.url, key, folder, project, tarballs };
});

test('the npm package `protean` includes the licenses of all bundled packages', async () => {
  const dir = path.join(here.project, 'node_modules/protean');
  const licenses = await readFile(path.join(dir, 'THIRD-PARTY-LICENSES'), 'utf8');
  assert.match(licenses, /^@modelcontextprotocol\/server\n\n.*Copyright/ms);
});

test('the npm packages have no dependencies and do not refer to the workspace', async () => {
  assert.deepEqual(
    here.tarballs.map((file) => path.basename(file)),
    ['protean-0.1.0.tgz', 'protean-client-0.1.0.tgz'],
  );
  for (const name of ['protean', '@protean/client']) {
    const dir = path.join(here.project, 'node_modules', name);
    const manifest = await readFile(path.join(dir, 'package.json'), 'utf8');
    assert.doesNotMatch(manifest, /"(dependencies|private|imports|workspaces|scripts)"|\.ts"(?<!\.d\.ts")/);
    const files = await readdir(dir, { recursive: true });
    assert.deepEqual(
      files.filter((file) => /\.(js|md|1)$|^LICENSE$/.test(file)).sort(),
      name === 'protean'
        ? ['LICENSE', 'README.md', 'protean.1', 'protean.js']
        : ['LICENSE', 'README.md', 'browser.js', 'index.js'],
    );
  }
});

for (const node of nodes) {
  describe(`the command line works on Node ${majorOf(node)}`, () => {
    async function protean(words: string[], env: Record<string, string> = {}, stdin = '') {
      // The folder `bin` contains only a link to the tested version of Node. The folder is in PATH, so the shebang line
      // finds the tested version.
      const bin = path.join(here.folder, `bin-${majorOf(node)}`);
      await mkdir(bin, { recursive: true });
      await symlink(node, path.join(bin, 'node')).catch(() => {});
      const child = spawn(path.join(here.project, 'node_modules/.bin/protean'), words, {
        cwd: here.project,
        env: { PATH: `${bin}:/bin`, HOME: here.folder, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(stdin);
      const exit = once(child, 'exit');
      const [, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
      return { status: child.exitCode, stdout, stderr };
    }

    const atServer = () => ({ PROTEAN_SERVER: here.url, PROTEAN_API_KEY: here.key });

    test('the command line from the npm package prints its version and commands', async () => {
      assert.deepEqual(await protean(['--version']), { status: 0, stdout: 'protean 0.1.0\n', stderr: '' });
      const { status, stdout } = await protean(['--help']);
      assert.equal(status, 0);
      assert.match(stdout, /^Usage: protean COMMAND\n\nConvert files:\n {2}convert /);
    });

    test('the command line from the npm package converts a file through a server', async () => {
      const list = await protean(['formats', 'json', 'yaml'], atServer());
      assert.deepEqual([list.status, list.stderr], [0, '']);
      assert.match(list.stdout, /^json → yaml \(data\)$/m);
      const detected = await protean(['detect', 'a.json'], atServer());
      assert.deepEqual([detected.stdout, detected.stderr], ['a.json: json (JSON), not certainly\n', '']);
      const converted = await protean(['convert', 'a.json', 'a.yaml', '--force'], atServer());
      assert.deepEqual([converted.status, converted.stderr], [0, '']);
      assert.equal(await readFile(path.join(here.project, 'a.yaml'), 'utf8'), 'a: 1\n');
    });

    test('the command line from the npm package serves agent tools over standard input and output', async () => {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      };
      const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
      const { status, stdout, stderr } = await protean(['mcp'], atServer(), stdin);
      assert.deepEqual([status, stderr], [0, '']);
      const answer = JSON.parse(stdout) as { id: number; result: { protocolVersion: string } };
      assert.deepEqual([answer.id, answer.result.protocolVersion], [1, '2025-06-18']);
    });

    test('commands that need a full installation fail with one line that states the reason', async () => {
      for (const name of ['serve', 'doctor', 'admin']) {
        const { status, stdout, stderr } = await protean([name]);
        assert.deepEqual([status, stdout], [2, '']);
        assert.equal(
          stderr,
          `protean ${name} needs the server and its engines, which are part of a Protean checkout.\n`,
        );
      }
      const { status, stderr } = await protean(['convert', 'a.json', 'b.yaml']);
      assert.deepEqual([status, stderr.split('\n').length], [6, 2]);
      assert.match(stderr, /^No engines are installed here\. /);
    });
  });
}

const program = `
import { isProteanError, Protean, type ConversionResult } from '@protean/client';
const [, , baseUrl, apiKey] = process.argv;
const client = new Protean({ baseUrl, apiKey });
const result: ConversionResult = await client.convert('a.json', { to: 'yaml', options: { indent: 4 } });
await result.save('by-client.yaml');
const error: unknown = await client.convert('a.json', { to: 'mp3' }).catch((thrown: unknown) => thrown);
const targets: readonly string[] | undefined = isProteanError(error, 'unsupported_route') ? error.details.targets : [];
// @ts-expect-error: a format is a string
void (() => client.convert('a.json', { to: 5 }));
console.log(result.fileName, targets?.includes('toml'));
`;

test('the examples in the README of the typed client package compile', async () => {
  const { project, url, key } = here;
  const readme = await readFile(path.join(project, 'node_modules/@protean/client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  assert.equal(examples.length, 9);
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [inRoot('node_modules/@types')],
  };
  const files = {
    'program.mts': program,
    'readme.mts': examples.join('\n'),
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.mts', 'readme.mts'] }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(project, name), content);
  await run(process.execPath, [inRoot('node_modules/@typescript/native/bin/tsc'), '-p', '.'], {
    cwd: project,
  });
  for (const node of nodes) {
    const { stdout, stderr } = await run(node, ['program.mjs', url, key], { cwd: project });
    assert.deepEqual([stdout, stderr], ['a.yaml true\n', '']);
    assert.equal(await readFile(path.join(project, 'by-client.yaml'), 'utf8'), 'a: 1\n');
  }
});

test('a browser bundle of the client library works without the built-in modules of Node.js', async () => {
  const contents = `import { Protean } from '@protean/client';
    globalThis.answer = (async () => {
      const client = new Protean({ baseUrl: here.url, apiKey: here.key });
      const result = await client.convert(new File(['{"a":1}'], 'a.json'), { to: 'yaml' });
      const path = await client.convert('a.json', { to: 'yaml' }).catch((error) => error.message);
      return [await result.text(), path];
    })();`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: here.project },
    bundle: true,
    platform: 'browser',
    write: false,
    metafile: true,
  });
  assert.deepEqual(
    Object.values(metafile.outputs).flatMap(({ imports }) => imports),
    [],
  );
  // The browser globals in the script's context. The context has no `process`, `Buffer` and `require`, which are
  // globals of Node.
  const names = [
    ...(['fetch', 'Blob', 'File', 'FormData', 'URL', 'URLSearchParams', 'ReadableStream'] as const),
    ...(['AbortController', 'AbortSignal', 'crypto', 'setTimeout', 'clearTimeout'] as const),
  ];
  const browser = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
  const context = createContext({ ...browser, here }) as { answer?: Promise<string[]> };
  runInContext(outputFiles[0]?.text ?? '', context);
  assert.deepEqual(
    [...((await context.answer) ?? [])],
    ['a: 1\n', 'a.json cannot be opened: this runtime has no files, pass a Blob'],
  );
});
