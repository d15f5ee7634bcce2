/** Tests that no process or file is left when a client disconnects, a server stops or crashes, or an engine fails. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startWithPandoc } from '../../support/server/altered-machine.ts';
import { writeLongVideo } from '../../support/files/long-video.ts';
import { children, commandOf, descendants, runs } from '../../support/server/processes.ts';
import { answerOf, post, protean, startService, until, type Service } from '../../support/server/service.ts';

let dir: string;
let video: Buffer;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-lifecycle-'));
  const file = path.join(dir, 'video.mp4');
  await writeLongVideo(file, 'size=1280x720:rate=30');
  video = await readFile(file);
});

after(() => rm(dir, { recursive: true }));

const videoToWebm = (): [string, File | string][] => [
  ['file', new File([new Uint8Array(video)], 'video.mp4')],
  ['target', 'webm'],
];

/** Starts a slow conversion and waits until its engine runs. Returns the processes of the engine's sandbox. */
async function startLong(
  service: Service,
  signal?: AbortSignal,
): Promise<{ engines: number[]; answer: Promise<unknown> }> {
  const answer = post(`${service.url}/api/convert`, videoToWebm(), signal);
  answer.catch(() => {});
  let engines: number[] = [];
  await until('the engine runs', 20_000, () => {
    engines = boxWith(isEncoding, service);
    return engines.length > 0;
  });
  return { engines, answer };
}

/**
 * Finds a sandbox with a process for which `is` returns true, and returns all processes of this sandbox. Does not
 * return the processes of other sandboxes, which may be waiting for work.
 */
function boxWith(is: (pid: number) => boolean, service: Service): number[] {
  const sandboxes = children(service.process.pid ?? 0).map((sandbox) => [sandbox, ...descendants(sandbox)]);
  return sandboxes.find((sandbox) => sandbox.some(is)) ?? [];
}

/** Returns whether the process is ffmpeg, not ffprobe or a wrapper command with ffmpeg in its arguments. */
const isEncoding = (pid: number) => commandOf(pid)[0]?.endsWith('ffmpeg') === true;

const allGone = (pids: readonly number[]) => pids.every((pid) => !runs(pid));

test('kills the engine and removes the files within a second after the client disconnects', async () => {
  const service = await startService();
  try {
    const client = new AbortController();
    const { engines, answer } = await startLong(service, client.signal);
    client.abort();
    await assert.rejects(answer);
    await until('the engines are gone', 1_000, () => allGone(engines));
    await until('the files are gone', 1_000, async () => (await service.jobFolders()).length === 0);
  } finally {
    await service.close();
  }
});

test('after kill -9, the engines exit and the next start of the server removes their files', async () => {
  const service = await startService();
  const { engines } = await startLong(service);
  await service.stop('SIGKILL');
  await until('the engines are gone', 1_000, () => allGone(engines));
  assert.equal((await service.jobFolders()).length, 1, 'a killed server cannot clean up');
  const next = await startService({ WARM: 'on', DATA_DIR: service.dataDir });
  assert.deepEqual(await service.jobFolders(), []);
  await next.close();
  await service.close();
});

test('if the port is in use, exits with an error message and leaves no job folder', async () => {
  const first = await startService();
  const dataDir = path.join(dir, 'second');
  const env = { PATH: process.env['PATH'], PORT: new URL(first.url).port, DATA_DIR: dataDir };
  try {
    const second = spawn(protean, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
    const errors = text(second.stderr);
    const [status] = (await once(second, 'exit')) as [number | null];
    assert.equal(status, 1);
    assert.match(await errors, new RegExp(`PORT=${env.PORT}: .*in use.* Choose another`));
    assert.deepEqual(await readdir(path.join(dataDir, 'work')), []);
  } finally {
    await first.close();
  }
});

for (const dataDir of ['/proc/protean', '/dev/null/protean']) {
  test(`exits with an error message if the data folder ${dataDir} cannot be created`, async () => {
    const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir };
    const child = spawn(protean, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
    const errors = text(child.stderr);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.match(
      await errors,
      new RegExp(`DATA_DIR=${dataDir}: the folder cannot be made .* Choose another`),
    );
  });
}

test('exits immediately on Ctrl-C during a conversion, and leaves no process or file', async () => {
  const service = await startService();
  const { engines, answer } = await startLong(service);
  const status = await service.stop('SIGINT');
  assert.equal(status, 0);
  assert.ok(allGone(engines));
  assert.deepEqual(await readdir(path.join(service.dataDir, 'work')), []);
  await answer.catch(() => {});
  await service.close();
});

test('completes a running conversion on SIGTERM', async () => {
  const service = await startService();
  const long = post(`${service.url}/api/convert`, [
    ['file', new File(['# x\n'.repeat(2_000)], 'a.md')],
    ['target', 'docx'],
  ]);
  await until(
    'it runs',
    5_000,
    () => boxWith((pid) => commandOf(pid)[0]?.endsWith('pandoc') === true, service).length > 0,
  );
  assert.equal(await service.stop('SIGTERM'), 0);
  assert.equal((await long).status, 200);
  await service.close();
});

const onRoute = (source: string, target: string) => ({ route: `${source}->${target}`, source, target });

test('returns 502 for a conversion that takes too long, and stops the engine', async () => {
  const service = await startService({ CONVERSION_SECONDS: '3' });
  try {
    const { status, error } = await post(`${service.url}/api/convert`, videoToWebm());
    assert.equal(status, 502);
    assert.equal(error.code, 'service_unavailable');
    assert.deepEqual(error.details, { reason: 'timeout', ...onRoute('mp4', 'webm') });
    await until('the engine is gone', 1_000, () => boxWith(isEncoding, service).length === 0);
    assert.deepEqual(await service.jobFolders(), []);
  } finally {
    await service.close();
  }
});

test('immediately returns 503 when all conversion slots are in use and the queue is full', async () => {
  const service = await startService({ CONVERSIONS_AT_ONCE: '1', CONVERSIONS_WAITING: '0' });
  try {
    const client = new AbortController();
    await startLong(service, client.signal);
    const { status, error, headers } = await post(`${service.url}/api/convert`, [
      ['file', new File(['# x'], 'a.md')],
      ['target', 'html'],
    ]);
    assert.equal(status, 503);
    assert.equal(error.code, 'service_unavailable');
    assert.equal(error.details?.['reason'], 'busy');
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.equal((await fetch(`${service.url}/livez`)).status, 200);
    client.abort();
  } finally {
    await service.close();
  }
});

const markdown = (service: Service) =>
  post(`${service.url}/api/convert`, [
    ['file', new File(['# x'], 'a.md')],
    ['target', 'html'],
  ]);

test("if an engine is missing, returns 502 engine_missing and does not list the engine's routes", async () => {
  const service = await startWithPandoc('/dev/null');
  try {
    const { status, error } = await markdown(service);
    assert.equal(status, 502);
    assert.equal(error.code, 'service_unavailable');
    assert.deepEqual(error.details, { reason: 'engine_missing', ...onRoute('md', 'html') });
    const listed = await answerOf(await fetch(`${service.url}/v1/formats?source=md&target=html`));
    assert.match(listed.body.toString(), /"routes":0/);
  } finally {
    await service.close();
  }
});

test('returns 502 engine_crashed if an engine crashes', async () => {
  const program = path.join(dir, 'breaks-down');
  await writeFile(program, '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 });
  const service = await startWithPandoc(program);
  try {
    const { status, error } = await markdown(service);
    assert.equal(status, 502);
    assert.deepEqual(error.details, { reason: 'engine_crashed', ...onRoute('md', 'html') });
    assert.deepEqual(await service.jobFolders(), []);
  } finally {
    await service.close();
  }
});
