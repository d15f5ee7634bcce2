/**
 * Backup and restore move stored objects from a data folder into an S3 bucket, and from the bucket into a data folder.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { download, withServer } from '../../support/storage/backup-scene.ts';
import { backUp, restore } from '../../support/storage/backups.ts';
import { accepted, ended, jobOf, submit } from '../../support/jobs/jobs.ts';
import { startObjectService, type ObjectService } from '../../support/storage/object-service.ts';
import {
  busy,
  openTestApp,
  type Customer,
  type Served,
  type TestApp,
} from '../../support/server/test-app.ts';

let objects: ObjectService;
let dir: string;
let app: TestApp;
let who: Customer;
let job: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-backup-'));
  objects = await startObjectService();
  app = await openTestApp('sqlite', { SECRET_KEY: 'a secret key that all installations here have' });
  who = await app.customer('hobby', busy);
  job = await accepted(submit(app, who));
  await ended(app, who, job);
});

after(async () => {
  await app.close();
  await objects.close();
  await rm(dir, { recursive: true });
});

const place = (name: string) => path.join(dir, name);

async function assertResult(served: Served): Promise<void> {
  const { result } = await jobOf(served, who, job);
  assert.equal(await download(served, result?.file_url ?? ''), 'a: 1\n');
}

test('a backup of a data folder can be restored into a bucket, and vice versa', async () => {
  const { SECRET_KEY = '' } = app.env;
  const inBucket = { SECRET_KEY, DATA_DIR: place('bucket'), ...(await objects.fresh()) };
  const inFolder = { SECRET_KEY, DATA_DIR: place('folder') };
  for (const { DATA_DIR } of [inBucket, inFolder]) await mkdir(DATA_DIR);
  await backUp(app.env, place('of-folder'));
  assert.equal((await restore(inBucket, place('of-folder'))).objects_put, 1);
  await withServer(inBucket, {}, assertResult);
  assert.deepEqual(await readdir(path.join(inBucket.DATA_DIR, 'objects')).catch(() => 'none'), 'none');
  const { objects: count, objects_missing: missing } = await backUp(inBucket, place('of-bucket'));
  assert.deepEqual([count, missing], [1, 0]);
  assert.equal((await restore(inFolder, place('of-bucket'))).objects_put, 1);
  await withServer(inFolder, {}, assertResult);
});
