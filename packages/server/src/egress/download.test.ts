import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ServiceError } from '../errors.ts';
import { download } from './download.ts';
import { GuardedFetch } from './outbound.ts';

const answers: Record<string, RequestListener> = {
  '/files/r%C3%A9sum%C3%A9.docx': (_, response) => response.end('0123456789'),
  '/chunked.bin': (_, response) => {
    response.write('01234');
    response.end('56789');
  },
  '/moved': (_, response) => response.writeHead(302, { Location: '/chunked.bin' }).end('elsewhere'),
  '/inside': (_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
  '/file': (_, response) => response.writeHead(301, { Location: 'file:///etc/passwd' }).end(),
  '/round': (_, response) => response.writeHead(307, { Location: '/round' }).end(),
  '/broken': (_, response) => {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('01234', () => response.destroy());
  },
  '/never': () => undefined,
  '/empty': (_, response) => response.end(),
};

const server = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
const outbound = new GuardedFetch({ allowPrivate: ['127.0.0.1'], baseUrl: undefined });
let dir: string;
let origin: string;
let made = 0;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true, force: true });
});

interface Terms {
  maxFileBytes?: number;
  withinMs?: number;
  signal?: AbortSignal;
}

async function fetchFile(from: string, terms: Terms = {}) {
  const { maxFileBytes = 10, withinMs = 10_000, signal = new AbortController().signal } = terms;
  const file = path.join(dir, String((made += 1)));
  const { fileName, size } = await download(outbound, {
    ...{ url: origin + from, file, maxFileBytes, withinMs, signal },
  });
  return { fileName, size, text: await readFile(file, 'latin1') };
}

const saying = (code: string, reason?: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && error.details?.['reason'] === reason;

test('downloads the whole file and uses the last path segment of the URL as the file name', async () => {
  const whole = { size: 10, text: '0123456789' };
  assert.deepEqual(await fetchFile('/files/r%C3%A9sum%C3%A9.docx'), { fileName: 'résumé.docx', ...whole });
  assert.deepEqual(await fetchFile('/chunked.bin'), { fileName: 'chunked.bin', ...whole });
});

test('follows redirects only to allowed addresses, and rejects a redirect loop', async () => {
  assert.equal((await fetchFile('/moved')).fileName, 'chunked.bin');
  await assert.rejects(fetchFile('/inside'), saying('bad_request', 'address not allowed'));
  await assert.rejects(fetchFile('/file'), saying('bad_request', 'address not allowed'));
  await assert.rejects(fetchFile('/round'), saying('bad_request', 'too many redirects'));
});

test('rejects a download that exceeds the limit by 1 byte, even without a Content-Length header', async () => {
  await assert.rejects(
    fetchFile('/files/r%C3%A9sum%C3%A9.docx', { maxFileBytes: 9 }),
    saying('file_too_large'),
  );
  await assert.rejects(fetchFile('/chunked.bin', { maxFileBytes: 9 }), saying('file_too_large'));
});

test('a failed download reports a short reason, such as HTTP 404', async () => {
  await assert.rejects(fetchFile('/nix'), saying('bad_request', 'HTTP 404'));
  await assert.rejects(fetchFile('/broken'), saying('bad_request', 'connection failed'));
  await assert.rejects(fetchFile('/empty'), saying('bad_request', 'empty_file'));
  await assert.rejects(fetchFile('/never', { withinMs: 500 }), saying('bad_request', 'timeout after 0.5 s'));
});

test('an aborted download rejects with the abort reason of its signal', async () => {
  const leaving = new AbortController();
  const fetching = fetchFile('/never', { signal: leaving.signal });
  const gone = new Error('gone');
  leaving.abort(gone);
  await assert.rejects(fetching, gone);
});
