/**
 * Tests that a server that is stopped under load finishes running requests and starts no new requests. Clients that
 * retry see no failure.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { converse, isComplete, multipart } from '../../support/server/raw-requests.ts';
import { post, startService, until, type Service } from '../../support/server/service.ts';

let dir: string;
let program: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-drain-'));
  program = path.join(dir, 'takes-a-second');
  const lines = ['time.sleep(1)', 'open("/job/out/out.html", "w").write("<p>done</p>")'];
  await writeFile(program, pandocScript(...lines), { mode: 0o755 });
});

after(() => rm(dir, { recursive: true }));

const convert = (url: string) =>
  post(`${url}/api/convert`, [
    ['file', new File(['# x'], 'a.md')],
    ['target', 'html'],
  ]);

const boundary = 'b'.repeat(24);
const form = multipart(boundary, [
  ['Content-Disposition: form-data; name="file"; filename="a.md"', '# x\n'.repeat(100)],
  ['Content-Disposition: form-data; name="target"', 'html'],
]);

/** Starts an upload and sends a part of the upload. `finish` sends the rest of the upload. */
async function beginUpload(service: Service) {
  const folders = (await service.jobFolders()).length;
  const { socket, answer } = converse(service.url, isComplete);
  const type = `multipart/form-data; boundary=${boundary}`;
  socket.write(
    `POST /api/convert HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  socket.write(form.subarray(0, 200));
  await until('it has begun', 2_000, async () => (await service.jobFolders()).length > folders);
  return { answer, finish: () => socket.write(form.subarray(200)) };
}

test('on SIGTERM, completes conversions and uploads that have begun, but refuses new requests', async () => {
  const service = await startWithPandoc(program, {
    ...{ CONVERSIONS_AT_ONCE: '1', METRICS_LISTEN: '127.0.0.1:0' },
  });
  const answers = [convert(service.url), convert(service.url)];
  await until('both requests have begun', 5_000, async () => (await service.jobFolders()).length === 2);
  const upload = await beginUpload(service);
  const { hostname, port } = new URL(service.url);
  const silent = connect(Number(port), hostname).on('error', () => {});
  const late = converse(service.url, isComplete);
  late.socket.write('GET /v1/formats HTTP/1.1\r\n');
  await until('the server has them', 2_000, async () => /_connections 5$/m.test(await metrics(service)));
  const stoppedAt = performance.now();
  const ended = service.stop('SIGTERM');
  await until('the server accepts no more connections', 2_000, () =>
    fetch(`${service.url}/livez`).then(
      () => false,
      () => true,
    ),
  );
  late.socket.write('Host: localhost\r\n\r\n');
  upload.finish();
  assert.match(await late.answer, /^HTTP\/1.1 503 [^]*^retry-after: 5[^]*"reason":"shutting_down"/im);
  assert.match(await late.answer, /^connection: close\r$/im);
  assert.match(await upload.answer, /^HTTP\/1.1 200 /);
  for (const answer of answers) assert.equal((await answer).status, 200);
  assert.equal(await ended, 0);
  assert.ok(performance.now() - stoppedAt < 20_000, 'a silent connection delays nothing');
  silent.destroy();
  await service.close();
});

const metrics = async ({ metricsUrl = '' }: Service) => (await fetch(metricsUrl)).text();

test('on Ctrl-C, immediately returns 503 for an upload in progress and removes its data', async () => {
  const service = await startService();
  const upload = await beginUpload(service);
  const status = await service.stop('SIGINT');
  assert.equal(status, 0);
  assert.match(await upload.answer, /^HTTP\/1.1 503 [^]*"reason":"shutting_down"/);
  assert.deepEqual(await readdir(path.join(service.dataDir, 'work')), []);
  await service.close();
});

test('restarting two servers one after the other causes no failures for clients that retry', async () => {
  const start = (port = '0') => startService({ PORT: port });
  const servers = await Promise.all([start(), start()]);
  const urls = servers.map(({ url }) => url);
  let [over, converted, retried] = [false, 0, 0];
  /**
   * Sends the request to both servers in turn until one accepts it. After 503 or a lost connection, clients also try
   * another server.
   */
  const send = async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const answer = await convert(urls[(converted + attempt) % 2] ?? '').catch(() => undefined);
      if (answer && answer.status !== 503) return assert.equal(answer.status, 200);
      retried += 1;
    }
    assert.fail('neither server accepts it');
  };
  const sending = (async () => {
    for (; !over; converted += 1) await send();
  })();
  sending.catch(() => {});
  for (const [n, server] of servers.entries()) {
    const before = converted;
    await until('some are converted', 10_000, () => converted > before + 2);
    assert.equal(await server.stop('SIGTERM'), 0);
    await until('the other server continues', 10_000, () => converted > before + 4);
    await server.close();
    servers[n] = await start(new URL(server.url).port);
  }
  over = true;
  await sending;
  assert.ok(retried > 0, 'some requests met a stopped server');
  for (const server of servers) await server.close();
});
