/** Applies the example engine in CONTRIBUTING.md to a copy of the project, and tests that it adds a working route. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PatchedCopy } from '../../support/api/patched-copy.ts';
import { answerOf, post } from '../../support/server/service.ts';

let copy: PatchedCopy;

before(async () => {
  copy = await PatchedCopy.of('adding-an-engine.patch');
});

after(() => copy[Symbol.asyncDispose]());

test('adding the example engine needs one new folder and changes to 3 other files', async () => {
  const files = await copy.files();
  assert.deepEqual(files, [
    'packages/engines/tools/foo/index.ts',
    'packages/engines/tools/foo/runner.ts',
    'packages/engines/index.ts',
    'packages/formats/rows/image.ts',
    'test/samples/pictures/image.ts',
  ]);
  assert.ok(files.every((file) => existsSync(path.join(copy.folder, file))));
});

test('with the example engine, a copy of the project passes lists.test.ts and prove.ts', async () => {
  await copy.node('test/structure/lists.test.ts');
  const { stdout } = await copy.node('test/prove/prove.ts', '--edges', '--engine', 'foo');
  assert.match(stdout.toString(), /^1 passed, 0 failed$/m);
});

test("test/docs/write.ts adds the example engine's route to routes.tsv", async () => {
  await copy.node('test/docs/write.ts');
  const routes = await readFile(
    path.join(copy.folder, 'packages/server/src/convert/catalogue/routes.tsv'),
    'utf8',
  );
  assert.match(routes, /^foo foo>png\t/m);
});

test('a server with the example engine offers its route and converts a file', async () => {
  const service = await copy.startService();
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
