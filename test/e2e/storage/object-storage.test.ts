/**
 * If files are stored in an S3 bucket (STORAGE_URL), processes without a shared folder can serve each other's results.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import type { ObjectStore } from '../../../packages/server/src/storage/object-store.ts';
import { openStore } from '../../../packages/server/src/storage/open.ts';
import { accepted, ended, jobOf, submit } from '../../support/jobs/jobs.ts';
import { startObjectService, type ObjectService } from '../../support/storage/object-service.ts';
import { answerOf, startService, type Service } from '../../support/server/service.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

let objects: ObjectService;
let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-objects-'));
  objects = await startObjectService();
});

after(async () => {
  await objects.close();
  await rm(dir, { recursive: true });
});

describe('stores objects in a bucket', () => {
  const hour = 3_600_000;
  const now = 500_000 * hour;
  let store: ObjectStore;

  before(async () => {
    store = await openStore(loadConfig({ DATA_DIR: dir, ...(await objects.fresh()) }), randomId);
  });

  async function put(content: Buffer | string, keepUntil?: number): Promise<string> {
    const file = path.join(dir, 'result');
    await writeFile(file, content);
    const name = store.newName(keepUntil);
    await store.put(file, name);
    await assert.rejects(readFile(file), { code: 'ENOENT' });
    return name;
  }

  async function text(name: string, range?: { start: number; end: number }): Promise<string | undefined> {
    const stored = await store.open(name);
    return stored && String(await buffer(stored.read(range)));
  }

  test('returns an object unchanged, as a whole or as a range of bytes', async () => {
    const name = await put('0123456789', now);
    assert.equal((await store.open(name))?.size, 10);
    assert.equal(await text(name), '0123456789');
    assert.equal(await text(name, { start: 2, end: 4 }), '234');
    assert.equal(await text(await put('')), '');
  });

  test('stores a file of 40 MB and returns the file unchanged', async () => {
    const content = Buffer.alloc(40 * 1024 * 1024, 'protean ');
    const name = await put(content);
    const file = path.join(dir, 'laid-out');
    await store.fetch(name, file);
    assert.ok(content.equals(await readFile(file)));
    await store.remove(name);
    await assert.rejects(store.fetch(name, file), { code: 'ENOENT' });
    await store.remove(name);
  });

  test('returns no object for an unknown name, an empty name or a path', async () => {
    for (const name of ['', '..', '500000-..', `500000-${randomId()}`, '../../etc/passwd'])
      assert.equal(await store.open(name), undefined, name);
  });

  test('removes only expired objects', async () => {
    const [past, coming, kept] = [
      await put('past', now - 1),
      await put('coming', now + 1),
      await put('kept'),
    ];
    await store.sweep(now - 1);
    assert.equal(await text(past), 'past', 'its hour is not over');
    await store.sweep(now);
    assert.equal(await text(past), undefined);
    assert.deepEqual([await text(coming), await text(kept)], ['coming', 'kept']);
  });
});

test('opening the object store fails if the bucket is missing, or the key is missing or wrong', async () => {
  const right = await objects.fresh();
  const start = (env: Record<string, string>) =>
    openStore(loadConfig({ DATA_DIR: dir, ...right, ...env }), randomId);
  await assert.rejects(start({ AWS_SECRET_ACCESS_KEY: 'wrong' }), /its key is refused \(403\)/);
  await assert.rejects(
    start({ AWS_SECRET_ACCESS_KEY: '' }),
    /Set its key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  );
  const other = { STORAGE_URL: right['STORAGE_URL']?.replace('protean-', 'other-') ?? '' };
  await assert.rejects(start(other), /it is not there/);
});

describe('two processes that share PostgreSQL and a bucket, but no folder, work together', () => {
  let app: TestApp;
  let worker: Service;
  let who: Customer;

  before(async () => {
    const shared = { ...(await objects.fresh()), SECRET_KEY: 'a key that both of them are given' };
    app = await openTestApp('postgres', { ...shared, ROLES: 'api' });
    who = await app.customer('hobby', busy);
    const { DATABASE_URL = '' } = app.env;
    worker = await startService({ ...shared, DATABASE_URL, ROLES: 'worker' });
  });

  after(async () => {
    await worker.close();
    await app.close();
  });

  test('one process serves the result of a job that another process ran', async () => {
    const id = await accepted(submit(app, who));
    const { status, result } = await ended(app, who, id);
    assert.equal(status, 'completed');
    const link = new URL(result?.file_url ?? '');
    const answer = await answerOf(await fetch(`${app.service.url}${link.pathname}${link.search}`));
    assert.equal(answer.body.toString(), 'a: 1\n');
    const part = await fetch(`${app.service.url}${link.pathname}${link.search}`, {
      headers: { Range: 'bytes=0-1' },
    });
    assert.deepEqual([part.status, await part.text()], [206, 'a:']);
  });

  test('returns 503 for new jobs while the bucket is unavailable, and accepts jobs afterwards', async () => {
    const before = await jobOf(app, who, await accepted(submit(app, who)), 60);
    assert.equal(before.status, 'completed');
    await objects.stop();
    const refused = await ask(app, '/v1/jobs', who, { fields: toYaml() });
    assert.deepEqual(
      [refused.status, refused.error.code, refused.error.details],
      [503, 'service_unavailable', { reason: 'storage_away' }],
    );
    const ready = await answerOf(await fetch(`${app.service.url}/readyz`));
    assert.equal(ready.status, 503);
    assert.equal((await ask(app, '/v1/convert', who, { fields: toYaml() })).status, 200, 'needs no bucket');
    await objects.start();
    assert.equal((await jobOf(app, who, await accepted(submit(app, who)), 60)).status, 'completed');
    assert.equal((await fetch(`${app.service.url}/readyz`)).status, 200);
  });
});
