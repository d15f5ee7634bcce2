/** The example in CONTRIBUTING.md, applied to a copy of the project, adds a route that is proven, offered and used. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../samples/run.ts';
import { answerOf, post, startService } from '../support/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const patch = path.join(root, 'docs/examples/adding-an-engine.patch');

let copy: string;

before(async () => {
  // Beside the original, so that node_modules can be linked instead of copied.
  await mkdir(path.join(root, '.setup'), { recursive: true });
  copy = await mkdtemp(path.join(root, '.setup/example-'));
  const isSource = (file: string) => !/\/(node_modules|__pycache__)$/.test(file);
  for (const name of ['packages', 'test', 'script', 'docs', 'deploy', 'package.json', '.prettierrc.json'])
    await cp(path.join(root, name), path.join(copy, name), { recursive: true, filter: isSource });
  await run('/usr/bin/cp', ['-al', path.join(root, 'node_modules'), copy]);
  // Not as a part of the repository around it.
  await run('/usr/bin/git', ['-C', copy, 'apply', patch], {
    env: { GIT_CEILING_DIRECTORIES: path.dirname(copy) },
  });
});

after(() => rm(copy, { recursive: true, force: true }));

const node = (file: string, ...args: readonly string[]) =>
  // Without the variables of this test run.
  run(process.execPath, [path.join(copy, file), ...args], { cwd: copy, env: {} });

test('the patch changes one folder, one list, one format row and one sample', async () => {
  const text = await readFile(patch, 'utf8');
  const files = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
  assert.deepEqual(files, [
    'packages/engines/foo/index.ts',
    'packages/engines/foo/runner.ts',
    'packages/engines/index.ts',
    'packages/formats/rows/image.ts',
    'test/samples/image.ts',
  ]);
  assert.ok(files.every((file) => existsSync(path.join(copy, file))));
});

test('the lists of the copy are consistent, and its edge is proven by the oracle', async () => {
  await node('test/structure/lists.test.ts');
  const { stdout } = await node('test/prove/prove.ts', '--edges', '--engine', 'foo');
  assert.match(stdout.toString(), /^1 passed, 0 failed$/m);
});

test('script/docs writes its route into the list of routes', async () => {
  await node('test/docs/write.ts');
  const routes = await readFile(path.join(copy, 'packages/server/src/convert/catalogue/routes.tsv'), 'utf8');
  assert.match(routes, /^foo foo>png\t/m);
});

test('a server of the copy offers the route and converts by it', async () => {
  const main = path.join(copy, 'packages/cli/src/main.ts');
  const service = await startService({}, ['/bin/sh', '-c', 'exec "$0" "$1" serve', process.execPath, main]);
  try {
    const listed = await answerOf(await fetch(`${service.url}/v1/formats?source=foo&target=png`));
    assert.match(listed.body.toString(), /"engine":"foo"/);
    const pixels = Buffer.from([255, 0, 0, 255, 0, 0, 255, 255]);
    const convert = (content: Buffer) =>
      post(`${service.url}/api/convert`, [
        ['file', new File([new Uint8Array(content)], 'a.foo')],
        ['target', 'png'],
      ]);
    const converted = await convert(Buffer.concat([Buffer.from('foo 2 1\n'), pixels]));
    assert.equal(converted.status, 200, converted.error.message);
    const { body } = converted;
    assert.deepEqual(
      [body.toString('latin1', 1, 4), body.readUInt32BE(16), body.readUInt32BE(20)],
      ['PNG', 2, 1],
    );
    const refused = await convert(Buffer.from('foo 2 1\nshort'));
    assert.deepEqual([refused.status, refused.error.details?.['reason']], [400, 'unreadable_file']);
  } finally {
    await service.close();
  }
});
