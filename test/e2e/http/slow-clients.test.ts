/** A slow client cannot occupy a connection, file or queue place longer than the minimum throughput allows. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { converse, isComplete, multipart, rawRequest } from '../../support/server/raw-requests.ts';
import { until } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture({
  ...{ HEADERS_SECONDS: '2', SLOWEST_SECONDS: '2', SLOWEST_BYTES_PER_SECOND: '1000' },
  ...{ CONNECTIONS_AT_ONCE: '40', UPLOADS_AT_ONCE: '4', UPLOAD_MB_AT_ONCE: '60' },
  TRUST_PROXY: '127.0.0.1',
});

const boundary = 'b'.repeat(24);
const fileHead = (name: string) => `Content-Disposition: form-data; name="file"; filename="${name}"`;
const target = (ext: string) => ['Content-Disposition: form-data; name="target"', ext] as const;

/**
 * Returns the headers of an upload from the client address `address`. If `length` is undefined, the upload is chunked.
 */
const head = (length: number | undefined, address = '192.0.2.1') =>
  [
    'POST /api/convert HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');

const fields = ([, ...rest]: readonly string[]) => rest;

function errorOf(answer: string): { code: string; details?: Record<string, unknown> } {
  return (JSON.parse(fields(answer.split('\r\n\r\n')).join('')) as { error: { code: string } }).error;
}

function open(localAddress = '127.0.0.1'): Socket {
  const { hostname, port } = new URL(service.url);
  return connect({ port: Number(port), host: hostname, localAddress }).on('error', () => {});
}

const noFolders = () =>
  until('its file is gone', 1_000, async () => (await service.jobFolders()).length === 0);

test('returns 408 for a stalled upload and removes the file', async () => {
  const answer = await rawRequest(service.url, [head(500_000), `--${boundary}\r\n`], isComplete);
  assert.match(answer, /^HTTP\/1.1 408 /);
  assert.match(answer, /^X-RateLimit-Remaining: /im);
  assert.deepEqual([errorOf(answer).code, errorOf(answer).details?.['reason']], ['bad_request', 'too_slow']);
  await noFolders();
});

test('returns 408 for a stalled JSON body', async () => {
  const lines = [
    'POST /v1/keys/free HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 50',
  ];
  const answer = await rawRequest(service.url, [`${lines.join('\r\n')}\r\n\r\n{"email": `], isComplete);
  assert.match(answer, /^HTTP\/1.1 408 /);
  assert.equal(errorOf(answer).details?.['reason'], 'too_slow');
});

test('accepts a slow upload that does not stall', async () => {
  const form = multipart(boundary, [[fileHead('a.md'), '# x\n'.repeat(1_000)], target('html')]);
  const { socket, answer } = converse(service.url, isComplete);
  socket.write(head(form.length));
  // The whole upload takes longer than the timeout for stalled uploads.
  for (let at = 0; at < form.length; at += 300) {
    socket.write(form.subarray(at, at + 300));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.match(await answer, /^HTTP\/1.1 200 /);
});

test('returns 408 to a client that sends incomplete HTTP headers or no data', async () => {
  for (const beginning of ['GET /livez HTTP/1.1\r\nHost: localhost\r\n', '']) {
    const answer = await rawRequest(service.url, [beginning], isComplete);
    assert.match(answer, /^HTTP\/1.1 408 /, JSON.stringify(beginning));
    assert.equal(errorOf(answer).code, 'bad_request');
  }
});

test('rejects an upload before its body is sent if the limit in total or per caller is reached', async () => {
  const begin = async (address: string, count: number) => {
    const socket = open();
    socket.write(head(2_000, address));
    await until(`${count} uploads`, 1_800, async () => (await service.jobFolders()).length === count);
    return socket;
  };
  const refused = async (address: string) => {
    const answer = await rawRequest(service.url, [head(2_000, address)], isComplete);
    assert.match(answer, /^HTTP\/1.1 503 [^]*^retry-after: \d/im);
    assert.equal(errorOf(answer).details?.['reason'], 'too_many_uploads');
  };
  const sockets = [await begin('192.0.2.1', 1), await begin('192.0.2.1', 2)];
  await refused('192.0.2.1');
  sockets.push(await begin('192.0.2.2', 3), await begin('192.0.2.3', 4));
  await refused('192.0.2.4');
  for (const socket of sockets) socket.destroy();
  await noFolders();
});

test('counts an upload without Content-Length as an upload of the maximum size', async () => {
  const endless = [open(), open()];
  for (const socket of endless) socket.write(head(undefined));
  await until('both have begun', 1_800, async () => (await service.jobFolders()).length === 2);
  const answer = await rawRequest(service.url, [head(20_000_000, '192.0.2.2')], isComplete);
  assert.match(answer, /^HTTP\/1.1 503 /);
  for (const socket of endless) socket.destroy();
  await noFolders();
});

test('stops sending a result and closes its file if the client does not read the response', async () => {
  // The result is larger than the socket buffers, which could otherwise store it until the client reads.
  await writeFile(path.join(service.dataDir, 'noise'), randomBytes(20_000_000));
  const zip = ['-cf', '-', '--format', 'zip', '--options', 'zip:compression=store', '-C', service.dataDir];
  const { stdout } = await run('/usr/bin/bsdtar', [...zip, 'noise']);
  const form = multipart(boundary, [[fileHead('a.zip'), stdout], target('tar')]);
  const socket = open().pause();
  socket.write(head(form.length));
  socket.write(form);
  await until('the result is sent', 20_000, async () => (await openResults()) === 1);
  await until('the result is closed', 5_000, async () => (await openResults()) === 0);
  socket.destroy();
});

/** Returns the number of deleted result files that the server still has open. */
async function openResults(): Promise<number> {
  const handles = `/proc/${service.process.pid}/fd`;
  const links = await Promise.all(
    (await readdir(handles)).map((name) => readlink(path.join(handles, name)).catch(() => '')),
  );
  return links.filter((link) => /\/work\/.*\(deleted\)$/.test(link)).length;
}

test('a single client address gets at most half of the connections', async () => {
  const sockets = Array.from({ length: 25 }, () => open('127.0.0.2'));
  await until('the last five are closed', 1_800, () => sockets.filter(({ closed }) => closed).length >= 5);
  assert.equal(sockets.filter(({ closed }) => closed).length, 5);
  const status = await new Promise((resolve, reject) => {
    const other = request(`${service.url}/livez`, { localAddress: '127.0.0.3' });
    other.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    other.end();
  });
  assert.equal(status, 200);
  for (const socket of sockets) socket.destroy();
});
