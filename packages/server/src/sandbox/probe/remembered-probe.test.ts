import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, link, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import type { ProbeResult } from './probe.ts';
import { rememberedProbe } from './remembered-probe.ts';

const passed: ProbeResult = { ok: true, level: 'full', description: 'isolated', blocked: { network: true } };
const day = 24 * 60 * 60 * 1000;

let dir = '';
let file = '';
let probes = 0;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-probe-'));
  file = path.join(dir, 'cache', 'probe.json');
});
after(() => rm(dir, { recursive: true }));
beforeEach(async () => {
  await rm(path.dirname(file), { recursive: true, force: true });
  probes = 0;
});

const ask = (subject = 'a', now = 1000, result = passed, at = file) =>
  rememberedProbe(at, subject, now, () => {
    probes += 1;
    return Promise.resolve(result);
  });

test('tests the sandbox only once a day if nothing that affects the result has changed', async () => {
  for (const now of [1000, 1000, 1000 + day - 1]) assert.deepEqual(await ask('a', now), passed);
  assert.equal(probes, 1);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('tests the sandbox again after a day, after a relevant change, or if the clock was set back', async () => {
  await ask();
  await ask('a', 1000 + day);
  await ask('b', 1000 + day);
  await ask('b', 999);
  assert.equal(probes, 4);
});

test('does not store the result of a failed sandbox test', async () => {
  const failed = { ...passed, ok: false };
  assert.deepEqual(await ask('a', 1000, failed), failed);
  assert.deepEqual(await ask(), passed);
  assert.equal(probes, 2);
});

test('ignores a test result file that is a link or that other users can write to', async () => {
  await ask();
  await chmod(file, 0o666);
  await ask();
  assert.equal(probes, 2);
  const other = path.join(dir, 'other.json');
  await rename(file, other);
  await symlink(other, file);
  await ask();
  assert.equal(probes, 3);
});

test('ignores a test result file that has two hard links or is in a folder that other users can change', async () => {
  await ask();
  await chmod(path.dirname(file), 0o777);
  await ask();
  assert.equal(probes, 2);
  await chmod(path.dirname(file), 0o700);
  await link(file, path.join(dir, 'linked.json'));
  await ask();
  assert.equal(probes, 3);
});

test('ignores a test result file that is a named pipe', async () => {
  await mkdir(path.dirname(file), { mode: 0o700 });
  await promisify(execFile)('mkfifo', ['-m', '600', file]);
  await ask();
  assert.equal(probes, 1);
});

test('ignores a test result file with invalid content', async () => {
  await mkdir(path.dirname(file), { mode: 0o700 });
  const contents = [null, [], { subject: 'a', at: 1000 }, { subject: 'a', at: 1000, result: { ok: true } }];
  for (const [n, content] of contents.entries()) {
    await writeFile(file, JSON.stringify(content), { mode: 0o600 });
    assert.deepEqual(await ask(), passed);
    assert.equal(probes, n + 1);
  }
});

test('tests the sandbox each time if the result cannot be stored', async () => {
  for (const time of [1, 2])
    assert.deepEqual(await ask('a', time, passed, path.join(process.execPath, 'probe.json')), passed);
  assert.equal(probes, 2);
});
