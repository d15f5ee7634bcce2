import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { Protean } from './client.ts';
import { ConnectionError, isProteanError, TimeoutError } from './errors.ts';

interface Received {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server that sends the answers in order and repeats the last one. */
const serve = (t: TestContext, ...answers: [Answer, ...Answer[]]) => serveAt(t, 0, ...answers);

async function serveAt(t: TestContext, at: number, ...answers: [Answer, ...Answer[]]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? answers[0];
    const seen: Received = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' };
    received.push(seen);
    request.setEncoding('latin1').on('data', (text: string) => (seen.body += text));
    request.on('end', () => answer(response, request));
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
  t.after(close);
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, received, close };
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

const refusal = (code: string, details: Record<string, unknown> = {}) => ({
  error: { code, message: 'no', details },
});

const file: Answer = (response) =>
  response
    .writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="r?.pdf"; filename*=UTF-8''r%C3%A9.pdf`,
      'X-Conversion-Time': '41ms',
      'X-Request-Id': 'id-1',
    })
    .end('%PDF');

const random = () => 0;
const dir = await mkdtemp(path.join(tmpdir(), 'protean-client-'));
after(() => rm(dir, { recursive: true }));

test('sends a file as a form and returns the conversion result', async (t) => {
  const { baseUrl, received } = await serve(t, file);
  const source = path.join(dir, 'a "b".docx');
  await writeFile(source, 'words');
  const result = await new Protean({ baseUrl, apiKey: 'svc_sk_x' }).convert(source, {
    to: 'pdf',
    options: { dpi: 300, toc: true },
  });
  const { fileName, contentType, size, durationMs, requestId } = result;
  assert.deepEqual(
    { fileName, contentType, size, durationMs, requestId },
    {
      fileName: 'ré.pdf',
      contentType: 'application/pdf',
      size: undefined,
      durationMs: 41,
      requestId: 'id-1',
    },
  );
  assert.equal(await result.text(), '%PDF');
  const [sent] = received;
  assert.equal(sent?.line, 'POST /v1/convert');
  assert.equal(sent.headers.authorization, 'Bearer svc_sk_x');
  assert.match(sent.headers['idempotency-key'] as string, /^[0-9a-f-]{36}$/);
  for (const part of ['name="target"\r\n\r\npdf', 'name="dpi"\r\n\r\n300', 'name="toc"\r\n\r\ntrue']) {
    assert.ok(sent.body.includes(part), part);
  }
  assert.match(sent.body, /name="file"; filename="a %22b%22\.docx"\r\n[^]*\r\n\r\nwords\r\n/);
});

test('does not send an idempotency key without an API key', async (t) => {
  const { baseUrl, received } = await serve(t, file);
  await new Protean({ baseUrl }).convert(new Blob(['x']), { to: 'pdf', fileName: 'x.txt' });
  assert.equal(received[0]?.line, 'POST /api/convert');
  assert.equal(received[0].headers['idempotency-key'], undefined);
  assert.equal(received[0].headers.authorization, undefined);
});

test('sends a source stream only once, even if the service answers 503', async (t) => {
  const { baseUrl, received } = await serve(t, json(503, refusal('service_unavailable')));
  const stream = ReadableStream.from([new TextEncoder().encode('one '), new TextEncoder().encode('two')]);
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x', random });
  await assert.rejects(client.convert(stream, { to: 'pdf', fileName: 'x.txt' }), (error) =>
    isProteanError(error, 'service_unavailable'),
  );
  assert.equal(received.length, 1);
  assert.match(received[0]?.body ?? '', /filename="x\.txt"\r\n[^]*\r\n\r\none two\r\n--/);
});

test('sends the URL of a source file as JSON', async (t) => {
  const { baseUrl, received } = await serve(t, file);
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x' });
  await client.convert(new URL('https://example.com/a.docx'), {
    to: 'pdf',
    from: 'docx',
    options: { dpi: 72 },
  });
  assert.deepEqual(JSON.parse(received[0]?.body ?? ''), {
    dpi: 72,
    target: 'pdf',
    source: 'docx',
    source_url: 'https://example.com/a.docx',
  });
});

test('retries a request with the same idempotency key and the same file', async (t) => {
  const busy = json(503, refusal('service_unavailable'), { 'Retry-After': '0' });
  const { baseUrl, received } = await serve(t, busy, (response) => response.destroy(), file);
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x', random });
  assert.equal(await (await client.convert(new Blob(['same']), { to: 'pdf' })).text(), '%PDF');
  assert.equal(received.length, 3);
  assert.equal(new Set(received.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.ok(received.every(({ body }) => body.includes('same')));
});

test('throws an error with the code, status, request id and retry delay of the response', async (t) => {
  const details = { limit: 1000, used: 1000 };
  const { baseUrl } = await serve(
    t,
    json(429, refusal('quota_exceeded', details), { 'Retry-After': '9', 'X-Request-Id': 'id-2' }),
  );
  const error: unknown = await new Protean({ baseUrl }).usage().catch((thrown: unknown) => thrown);
  assert.ok(isProteanError(error, 'quota_exceeded'));
  const { status, requestId, retryAfter } = error;
  assert.deepEqual({ status, requestId, retryAfter }, { status: 429, requestId: 'id-2', retryAfter: 9 });
  assert.deepEqual(error.details, details);
  assert.ok(!isProteanError(error, 'rate_limited'));
});

test("maps a proxy's non-JSON response to the error code for its status", async (t) => {
  const { baseUrl } = await serve(t, (response) => response.writeHead(413).end('<html>too large</html>'));
  await assert.rejects(new Protean({ baseUrl }).plans(), (error) => isProteanError(error, 'file_too_large'));
});

test('throws different errors for an unreachable server, a timeout and an abort', async (t) => {
  const silent = await serve(t, () => {});
  const client = new Protean({ baseUrl: silent.baseUrl, retries: 0 });
  await assert.rejects(client.plans({ timeoutMs: 50 }), TimeoutError);
  const reason = new Error('the user has left');
  const leaving = new AbortController();
  const call = client.plans({ signal: leaving.signal });
  leaving.abort(reason);
  await assert.rejects(call, reason);
  // Port 1 is reserved, so no server listens on port 1.
  await assert.rejects(new Protean({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).plans(), ConnectionError);
});

test('waits for the requested delay before a retry unless the caller aborts', async (t) => {
  const soon = json(429, refusal('rate_limited'), { 'Retry-After': '1' });
  const { baseUrl, received } = await serve(t, soon, json(200, {}));
  const began = performance.now();
  await new Protean({ baseUrl, random }).plans();
  assert.ok(performance.now() - began >= 1000);
  assert.equal(received.length, 2);
  const late = await serve(t, json(503, refusal('service_unavailable'), { 'Retry-After': '50' }));
  const leaving = new AbortController();
  const call = new Protean({ baseUrl: late.baseUrl }).plans({ signal: leaving.signal });
  await until(() => late.received.length === 1);
  const reason = new Error('the user has left');
  leaving.abort(reason);
  await assert.rejects(call, reason);
  assert.equal(late.received.length, 1);
});

test('does not retry if the requested delay exceeds the configured maximum', async (t) => {
  const { baseUrl, received } = await serve(t, json(429, refusal('rate_limited'), { 'Retry-After': '5' }));
  const client = new Protean({ baseUrl, maxRetryWaitSeconds: 4 });
  await assert.rejects(
    client.plans(),
    (error) => isProteanError(error, 'rate_limited') && error.retryAfter === 5,
  );
  assert.equal(received.length, 1);
});

test('uploads a file to an upload link without sending the API key', async (t) => {
  const link: Answer = (response, request) =>
    json(201, { file_id: 'f', upload_url: `http://${request.headers.host}/put?signature=s` })(
      response,
      request,
    );
  const { baseUrl, received } = await serve(t, link, json(201, { file_id: 'f', size: 5 }), file);
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x' });
  const { file_id: fileId } = await client.uploads.send(new Blob(['words']), { fileName: 'a.txt' });
  await client.convert({ fileId }, { to: 'pdf', options: { dpi: 72 } });
  assert.deepEqual(
    received.map(({ line, body }) => [line, body]),
    [
      ['POST /v1/uploads', '{"filename":"a.txt","size":5}'],
      ['PUT /put?signature=s', 'words'],
      ['POST /v1/convert', '{"dpi":72,"target":"pdf","file_id":"f"}'],
    ],
  );
  assert.deepEqual(
    received.map(({ headers }) => headers.authorization),
    ['Bearer svc_sk_x', undefined, 'Bearer svc_sk_x'],
  );
});

test('reopens the event stream of an unfinished job if the stream ends early', async (t) => {
  const stream =
    (...changes: [string, number][]): Answer =>
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const [status, progress] of changes) {
        response.write(`event: status\ndata: ${JSON.stringify({ status, progress })}\n\n`);
      }
      response.end();
    };
  const job = { job_id: 'j', status: 'completed' };
  const { baseUrl, received } = await serve(
    t,
    stream(['queued', 0], ['processing', 5]),
    stream(['processing', 50], ['completed', 100]),
    json(200, job),
  );
  const seen: number[] = [];
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x' });
  const done = await client.jobs.wait('j', { onProgress: ({ progress }) => seen.push(progress) });
  assert.deepEqual(done, job);
  assert.deepEqual(seen, [0, 5, 50, 100]);
  assert.deepEqual(
    received.map(({ line }) => line),
    ['GET /v1/jobs/j/events', 'GET /v1/jobs/j/events', 'GET /v1/jobs/j'],
  );
});

test('keeps waiting for a job after a short server outage', async (t) => {
  const begun: Answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end('event: status\ndata: {"status":"processing","progress":5}\n\n');
  };
  const finished: Answer = (response, { url = '' }) => {
    if (!url.endsWith('/events'))
      return json(200, { job_id: 'j', status: 'completed' })(response, {} as never);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end('event: status\ndata: {"status":"completed","progress":100}\n\n');
  };
  const before = await serve(t, begun);
  const client = new Protean({ baseUrl: before.baseUrl, apiKey: 'svc_sk_x', retries: 0, random: () => 1 });
  const states: number[] = [];
  const began = performance.now();
  const waiting = client.jobs.wait('j', { onProgress: ({ progress }) => states.push(progress) });
  await until(() => states.length === 1);
  await before.close();
  // Checks that the stopped server refuses connections.
  await assert.rejects(client.plans(), ConnectionError);
  await until(() => performance.now() - began > 600);
  await serveAt(t, Number(new URL(before.baseUrl).port), finished);
  assert.equal((await waiting).status, 'completed');
  assert.deepEqual(states, [5, 100]);
});

test('gives up on a job if every event stream ends without an event', async (t) => {
  const { baseUrl, received } = await serve(t, (response) =>
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(),
  );
  const client = new Protean({ baseUrl, apiKey: 'svc_sk_x', maxRetryWaitSeconds: 0.01 });
  await assert.rejects(client.jobs.wait('j'), ConnectionError);
  assert.ok(received.length < 10);
});

test('saves a complete result, but leaves no file if the connection breaks', async (t) => {
  const cut: Answer = (response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('half');
    setImmediate(() => response.destroy());
  };
  const { baseUrl } = await serve(t, file, cut);
  const client = new Protean({ baseUrl });
  const target = path.join(dir, 'out.pdf');
  await (await client.convert(new Blob(['x']), { to: 'pdf' })).save(target);
  assert.equal(await readFile(target, 'utf8'), '%PDF');
  const broken = await client.convert(new Blob(['x']), { to: 'pdf' });
  await assert.rejects(broken.save(path.join(dir, 'broken.pdf')));
  assert.deepEqual(
    (await readdir(dir)).filter((name) => /broken|part/.test(name)),
    [],
  );
});

test("downloads a job's result through its link without sending the API key", async (t) => {
  const { baseUrl, received } = await serve(t, file);
  const client = new Protean({ baseUrl: 'http://127.0.0.1:1', apiKey: 'svc_sk_x' });
  const result = {
    file_url: `${baseUrl}/files/x`,
    size: 4,
    duration_ms: 1,
    source_format: 'txt',
    target_format: 'pdf',
  };
  const job = { job_id: 'j', status: 'completed', result } as Parameters<typeof client.jobs.download>[0];
  assert.equal(await (await client.jobs.download(job)).text(), '%PDF');
  assert.equal(received[0]?.headers.authorization, undefined);
});

test('convert throws an error if the source path is a folder or does not exist', async () => {
  const client = new Protean();
  await assert.rejects(client.convert(dir, { to: 'pdf' }), { code: 'EISDIR' });
  await assert.rejects(client.convert(path.join(dir, 'none.txt'), { to: 'pdf' }), { code: 'ENOENT' });
});
