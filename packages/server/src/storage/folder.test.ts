import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { randomId } from '../kit/ids.ts';
import { FolderStore } from './folder.ts';

const hour = 3_600_000;
const now = 500_000 * hour;
let dir: string;
let store: FolderStore;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-store-'));
  store = await FolderStore.open(path.join(dir, 'objects'), randomId);
});

after(() => rm(dir, { recursive: true }));

async function put(text: string, keepUntil?: number): Promise<string> {
  const file = path.join(dir, 'result');
  await writeFile(file, text);
  const name = store.newName(keepUntil);
  await store.put(file, name);
  return name;
}

async function text(name: string, range?: { start: number; end: number }): Promise<string | undefined> {
  const stored = await store.open(name);
  if (!stored) return undefined;
  let read = '';
  for await (const chunk of stored.read(range)) read += String(chunk);
  return read;
}

test('returns stored objects whole or in ranges, even after the store is reopened', async () => {
  const name = await put('0123456789', now);
  assert.equal(await text(name), '0123456789');
  assert.equal(await text(name, { start: 2, end: 4 }), '234');
  const again = await (await FolderStore.open(path.join(dir, 'objects'), randomId)).open(name);
  assert.equal(again?.size, 10);
  await again?.close();
  assert.deepEqual(await readdir(path.join(dir, 'objects', 'incoming')), []);
});

test('keeps a fetched copy of an object after the object is removed', async () => {
  const name = await put('whole');
  const file = path.join(dir, 'laid-out');
  await store.fetch(name, file);
  await store.remove(name);
  assert.equal(await readFile(file, 'utf8'), 'whole');
  await assert.rejects(store.fetch(name, path.join(dir, 'again')), { code: 'ENOENT' });
  await assert.rejects(store.fetch('../secret', path.join(dir, 'again')), /not the name/);
});

test('returns undefined for a missing object and for an invalid object name', async () => {
  assert.equal(await store.open(`500000-${randomId()}`), undefined);
  for (const name of ['', '..', '500000-..', 'incoming', '../../etc/passwd', '500000-6b2d8a0e/../../x']) {
    assert.equal(await store.open(name), undefined, name);
  }
});

test('does not follow a symbolic link that replaced a stored object', async () => {
  const name = await put('mine', now);
  const [shelf = '', ...id] = name.split('-');
  const file = path.join(dir, 'objects', shelf, id.join('-'));
  await rm(file);
  await symlink('/etc/hostname', file);
  await assert.rejects(store.open(name), { code: 'ELOOP' });
  await store.remove(name);
});

test('a sweep deletes only expired objects and old incomplete files', async () => {
  const [past, coming, kept] = [await put('past', now - 1), await put('coming', now + 1), await put('kept')];
  const half = path.join(dir, 'objects', 'incoming', 'half');
  const fresh = path.join(dir, 'objects', 'incoming', 'fresh');
  await writeFile(half, '');
  await utimes(half, new Date(now - 7 * hour), new Date(now - 7 * hour));
  await writeFile(fresh, '');
  await utimes(fresh, new Date(now - hour), new Date(now - hour));
  await store.sweep(now - 1);
  assert.equal(await text(past), 'past', 'its hour is not over');
  await store.sweep(now);
  assert.equal(await text(past), undefined);
  assert.equal(await text(coming), 'coming');
  assert.equal(await text(kept), 'kept');
  assert.deepEqual(await readdir(path.join(dir, 'objects', 'incoming')), ['fresh']);
  await store.remove(coming);
  assert.equal(await text(coming), undefined);
});
