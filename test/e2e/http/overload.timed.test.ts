/** Tests that an overloaded server refuses conversions at once, serves other requests, and shares its queue fairly. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { isComplete, rawRequest } from '../../support/server/raw-requests.ts';
import { answerOf, until, type Answer, type Service } from '../../support/server/service.ts';

let dir: string;
let service: Service;

const adminToken = 'what only the operator knows'.replaceAll(' ', '-');

/**
 * Starts a server that runs one conversion at a time and queues two more. A conversion runs until its client
 * disconnects.
 */
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-overload-'));
  const program = path.join(dir, 'endless');
  await writeFile(program, pandocScript('time.sleep(60)'), { mode: 0o755 });
  service = await startWithPandoc(program, {
    ...{ CONVERSIONS_AT_ONCE: '1', CONVERSIONS_WAITING: '2', CONVERSION_WAIT_SECONDS: '600' },
    ...{ TRUST_PROXY: '127.0.0.1', ADMIN_TOKEN: adminToken },
  });
});

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** Requests a conversion. The server treats `address` as the client's address, because it trusts X-Forwarded-For. */
async function convert(address: string, signal?: AbortSignal): Promise<Answer> {
  const body = new FormData();
  body.append('file', new File(['# x'], 'a.md'));
  body.append('target', 'html');
  const headers = { 'X-Forwarded-For': address };
  const request = { method: 'POST', body, headers, ...(signal ? { signal } : {}) };
  return answerOf(await fetch(`${service.url}/api/convert`, request));
}

/**
 * Starts a conversion that does not end by itself. Waits until the server has `count` running and queued conversions in
 * total. Returns a function that disconnects the client.
 */
async function occupy(address: string, count: number): Promise<() => void> {
  const client = new AbortController();
  void convert(address, client.signal).catch(() => {});
  await until(`${count} conversions run or wait`, 5_000, async () => (await load()) === count);
  return () => client.abort();
}

/** Returns the number of conversions that run or wait. */
async function load(): Promise<number> {
  const headers = { Authorization: `Bearer ${adminToken}` };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  const numbers = [...text.matchAll(/^protean_conversions_(?:running|waiting) (\d+)$/gm)];
  assert.equal(numbers.length, 2, text);
  return numbers.reduce((sum, [, number]) => sum + Number(number), 0);
}

/** Sends 100 requests, five at a time, and returns the 99th percentile of their durations in milliseconds. */
async function slowest(request: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const timed = async (n: number) => {
    const began = performance.now();
    await request(n);
    times.push(performance.now() - began);
  };
  for (let n = 0; n < 100; n += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => timed(n + more)));
  return times.sort((a, b) => a - b)[98] ?? Infinity;
}

const reasonOf = ({ status, error, headers }: Answer) => {
  assert.equal(status, 503);
  assert.equal(error.code, 'service_unavailable');
  assert.ok(Number(headers.get('retry-after')) > 0);
  return error.details?.['reason'];
};

test('while the queue is full, still serves other endpoints quickly', async () => {
  const get = async (url: string) => (await fetch(service.url + url)).arrayBuffer();
  const quiet = await slowest(() => get('/v1/formats'));
  const leave = [await occupy('192.0.2.1', 1), await occupy('192.0.2.1', 2), await occupy('192.0.2.2', 3)];
  const refused = async (n: number) => assert.equal(reasonOf(await convert(`198.51.100.${n}`)), 'busy');
  const head =
    'POST /api/convert HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.3\r\nContent-Length: 900000\r\n\r\n';
  assert.match(
    await rawRequest(service.url, [head], isComplete),
    /^HTTP\/1.1 503 /,
    'before the file is sent',
  );
  for (const [what, request] of Object.entries({
    refused,
    formats: () => get('/v1/formats'),
    livez: () => get('/livez'),
  })) {
    const [ms] = await Promise.all([slowest(request), slowest(refused)]);
    assert.ok(
      ms < 3 * quiet + 200,
      `${what}: 99 of 100 within ${ms} ms, the list of formats ${quiet} ms before`,
    );
  }
  for (const each of leave) each();
  await until('they are gone', 1_000, async () => (await load()) === 0);
});

test('one caller can occupy at most half of the queue', async () => {
  const leave = [await occupy('192.0.2.1', 1), await occupy('192.0.2.1', 2)];
  assert.equal(reasonOf(await convert('192.0.2.1')), 'too_many_waiting');
  leave.push(await occupy('192.0.2.2', 3));
  for (const each of leave) each();
  await until('they are gone', 1_000, async () => (await load()) === 0);
});

test('removes a disconnected client and its file from the queue within a second', async () => {
  const leaveSlot = await occupy('192.0.2.1', 1);
  const leaveQueue = await occupy('192.0.2.2', 2);
  assert.equal((await service.jobFolders()).length, 2);
  leaveQueue();
  await until('its place is free', 1_000, async () => (await load()) === 1);
  await until('its file is gone', 1_000, async () => (await service.jobFolders()).length === 1);
  leaveSlot();
  await until('all are gone', 1_000, async () => (await service.jobFolders()).length === 0);
});
