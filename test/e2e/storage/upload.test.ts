/** Incomplete, inconsistent and endless uploads get a clear error at once and leave no file behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { isComplete, multipart, rawRequest } from '../../support/server/raw-requests.ts';
import { startService, until, type Service } from '../../support/server/service.ts';

let service: Service;

before(async () => {
  service = await startService({ SIZE_OVERRIDES: '{"anonymous":1000000}' });
});

after(async () => {
  const left = await service.jobFolders();
  await service.close();
  assert.deepEqual(left, [], 'no upload leaves anything in the data folder');
});

const boundary = 'b'.repeat(24);
const fileHead =
  'Content-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/markdown';
const whole = multipart(boundary, [
  [fileHead, '# Hello\n'],
  ['Content-Disposition: form-data; name="target"', 'html'],
]);

function head(headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `POST /api/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const form = (length: number) =>
  head({ 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': length });

const errorOf = (answer: string) =>
  (
    JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
      error: { code: string; message: string; details?: Record<string, unknown> };
    }
  ).error;

test('converts the file in a valid multipart form', async () => {
  const answer = await rawRequest(service.url, [form(whole.length), whole], isComplete);
  assert.match(answer, /^HTTP\/1.1 200 /);
});

test('returns 400 for a multipart form that is truncated at any position', async () => {
  for (let cut = 1; cut < whole.length - 4; cut += 7) {
    const answer = await rawRequest(service.url, [form(cut), whole.subarray(0, cut)], isComplete);
    assert.match(answer, /^HTTP\/1.1 400 /, `cut at ${cut}: ${answer}`);
    assert.equal(errorOf(answer).code, 'bad_request');
  }
});

const contentTypes = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(252)}`,
];

for (const type of contentTypes) {
  test(`returns 400 bad_request for the content type ${type.slice(0, 60)}`, async () => {
    const answer = await rawRequest(
      service.url,
      [head({ 'Content-Type': type, 'Content-Length': 3 }), '{}\n'],
      isComplete,
    );
    assert.match(answer, /^HTTP\/1.1 400 /);
    assert.equal(errorOf(answer).code, 'bad_request');
  });
}

test('returns the error bad_request for a conversion request without a content type', async () => {
  const answer = await rawRequest(service.url, [head({ 'Content-Length': 0 })], isComplete);
  assert.equal(errorOf(answer).code, 'bad_request');
});

test('returns 400 and names the cause if the file part of a form has no file name', async () => {
  const body = multipart(boundary, [
    ['Content-Disposition: form-data; name="file"', '# Hello\n'],
    ['Content-Disposition: form-data; name="target"', 'html'],
  ]);
  const answer = await rawRequest(service.url, [form(body.length), body], isComplete);
  assert.match(answer, /^HTTP\/1.1 400 /);
  const { code, message, details } = errorOf(answer);
  assert.deepEqual([code, details?.['field']], ['bad_request', 'file']);
  assert.match(message, /has no filename/);
});

test('returns 413 before the upload begins if Content-Length exceeds the size limit', async () => {
  const answer = await rawRequest(service.url, [form(20_000_000)], isComplete);
  assert.match(answer, /^HTTP\/1.1 413 /);
  assert.equal(errorOf(answer).code, 'file_too_large');
});

test('returns 413 for an endless upload before 50 MB are sent', async () => {
  let sent = 0;
  function* endless() {
    yield head({
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Transfer-Encoding': 'chunked',
    });
    const start = `--${boundary}\r\n${fileHead}\r\n\r\n`;
    yield `${start.length.toString(16)}\r\n${start}\r\n`;
    const chunk = Buffer.alloc(65_536, 'a');
    while (sent < 1_000_000_000) {
      sent += chunk.length;
      yield Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
    }
  }
  const answer = await rawRequest(service.url, endless(), isComplete);
  assert.match(answer, /^HTTP\/1.1 413 /);
  assert.equal(errorOf(answer).code, 'file_too_large');
  assert.ok(sent < 50_000_000, `${sent} bytes were accepted`);
});

test('returns a JSON error and the usual headers for data that is not HTTP', async () => {
  const answer = await rawRequest(service.url, ['NONSENSE\r\n\r\n']);
  assert.match(answer, /^HTTP\/1.1 400 /);
  assert.match(answer, /^X-Request-Id: [0-9a-f-]{36}\r$/im);
  assert.match(answer, /^X-RateLimit-Remaining: \d+\r$/im);
  assert.equal(errorOf(answer).code, 'bad_request');
});

test('returns a JSON error for a CONNECT request or an unsupported Expect header', async () => {
  for (const [status, lines] of [
    [417, ['GET /livez HTTP/1.1', 'Expect: 200-ok']],
    [417, ['POST /api/convert HTTP/1.1', 'Expect: x', 'Content-Length: 900000']],
    [417, ['GET /nowhere HTTP/1.1', 'Expect: ']],
    [400, ['CONNECT 127.0.0.1:22 HTTP/1.1']],
  ] as const) {
    const answer = await rawRequest(
      service.url,
      [[...lines, 'Host: localhost', '\r\n'].join('\r\n')],
      isComplete,
    );
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), lines.join());
    assert.match(answer, /^X-Request-Id: [0-9a-f-]{36}\r$/im);
    assert.match(answer, /^X-RateLimit-Remaining: \d+\r$/im);
    assert.equal(errorOf(answer).code, 'bad_request');
  }
});

test('leaves no file if a client disconnects during its upload', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(form(500_000));
  socket.write(whole.subarray(0, 150));
  await until('the upload has begun', 2_000, async () => (await service.jobFolders()).length === 1);
  socket.destroy();
  await until('its folder is gone', 2_000, async () => (await service.jobFolders()).length === 0);
});

test('leaves no file if a client disconnects before its multipart form is parsed', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('end', () => socket.end());
  const closed = once(socket.resume(), 'close');
  // Sends a form with 50 missing bytes and ends the connection at once. When the connection ends, the server is still
  // creating the job folder.
  socket.end(Buffer.concat([Buffer.from(form(whole.length + 50)), whole]));
  await closed;
  await until('its folder is gone', 2_000, async () => (await service.jobFolders()).length === 0);
});
