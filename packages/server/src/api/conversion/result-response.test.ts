import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ConversionResult } from '../../convert/result/conversion-result.ts';
import type { Route } from '../../convert/catalogue/planner.ts';
import { randomId } from '../../kit/ids.ts';
import { FolderStore } from '../../storage/folder.ts';
import type { Links } from '../../storage/links.ts';
import { openResult, storeResult } from './result-response.ts';

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-result-'));
});

after(() => rm(dir, { recursive: true }));

async function conversionOf(bytes: number): Promise<ConversionResult> {
  const file = path.join(dir, randomId());
  await writeFile(file, Buffer.alloc(bytes, 1));
  const route: Route = { source: 'md', target: 'html', steps: [], loses: [], options: [] };
  return { file, fileName: 'a.html', mime: 'text/html', size: bytes, ms: 1, route, warnings: [] };
}

/** Opens a store. Returns the services that use the store, and a function that counts the objects in the store. */
async function openStore(name: string) {
  const folder = path.join(dir, name);
  const store = await FolderStore.open(folder, randomId);
  const count = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
  const links = { to: (object: string) => `http://localhost/${object}` } as unknown as Links;
  const resultObjects = {
    put: async (file: string) => {
      const name = store.newName();
      await store.put(file, name);
      return name;
    },
    remove: (name: string) => store.remove(name),
  };
  return { services: { resultObjects, links }, count };
}

for (const asLink of [false, true]) {
  test(`removes a stored result if the client does not receive the ${asLink ? 'link' : 'result'}`, async () => {
    const { services, count } = await openStore(`dropped-${asLink}`);
    const conversion = await conversionOf(10_000);
    {
      await using result = await storeResult(conversion, { asLink, accountId: 'an account' }, services);
      assert.equal(await count(), 1);
      assert.equal(result.stored?.status, 200);
    }
    assert.equal(await count(), 0);
  });
}

test('does not delete a stored result after take() has been called on its response', async () => {
  const { services, count } = await openStore('taken');
  const conversion = await conversionOf(10_000);
  {
    await using result = await storeResult(conversion, { asLink: false, accountId: 'an account' }, services);
    assert.ok(result.take().object);
  }
  assert.equal(await count(), 1);
});

for (const bytes of [10, 10_000, 300_000]) {
  test(`sends an opened result of ${bytes} bytes even after its file is removed`, async () => {
    const conversion = await conversionOf(bytes);
    let body: unknown;
    {
      await using result = await openResult(conversion, 'application/octet-stream');
      await rm(conversion.file);
      body = result.take().body;
    }
    const read = body instanceof Readable ? await buffer(body) : (body as Buffer);
    assert.equal(read.length, bytes);
  });
}

test('closes the file of an opened result that is never sent', async () => {
  const open = async () => (await readdir('/proc/self/fd')).length;
  const conversion = await conversionOf(300_000);
  const before = await open();
  {
    await using result = await openResult(conversion, 'application/octet-stream');
    assert.equal(await open(), before + 1);
    void result;
  }
  assert.equal(await open(), before);
});
