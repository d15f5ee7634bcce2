/** Tests account management with the client and the command line: keys, webhooks, large uploads and billing. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { ConnectionError, isProteanError, Protean, type UploadProgress } from '@protean/client';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { startService } from '../../support/server/service.ts';
import { busy, openTestApp } from '../../support/server/test-app.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';

const here = fixture(async (stack) => {
  const stripe = closing(stack, await FakeStripe.start());
  const settings = { ...stripe.settings, WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
  const app = closing(stack, await openTestApp('sqlite', settings));
  const dir = await temporaryFolder(stack);
  await writeFile(path.join(dir, 'a.json'), '{"a":1}');
  return { app, dir };
});

const newKey = async () => (await here.app.customer('hobby', busy)).key;
const newClient = async () => new Protean({ baseUrl: here.app.service.url, apiKey: await newKey() });
const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;

async function protean(words: readonly string[], env: Record<string, string>, stdin = '') {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, ...words], {
    cwd: here.dir,
    env: { PATH, NODE_COMPILE_CACHE, HOME: here.dir, ...env },
  });
  child.stdin.end(stdin);
  const exit = once(child, 'exit').then(() => child.exitCode);
  const [status, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { status, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
}

test('the client library lists, creates, rotates and revokes API keys', async () => {
  const client = await newClient();
  const made = await client.keys.create({ name: 'the build' });
  const other = new Protean({ baseUrl: here.app.service.url, apiKey: made.api_key });
  assert.equal((await other.usage()).plan, 'hobby');
  const rotated = await other.keys.rotate({ graceSeconds: 60 });
  assert.equal((await other.usage()).plan, 'hobby', 'within its grace');
  const newest = new Protean({ baseUrl: here.app.service.url, apiKey: rotated.api_key });
  assert.ok((await newest.keys.list()).some(({ name }) => name === 'the build'));
  assert.ok((await client.keys.revoke(made.id)).revoked_at);
  await assert.rejects(other.usage(), (error) => isProteanError(error, 'invalid_api_key'));
});

test('the client library and `protean account --export` export the account as a zip', async () => {
  const apiKey = await newKey();
  const client = new Protean({ baseUrl: here.app.service.url, apiKey });
  const zip = await client.exportAccount();
  assert.match(zip.fileName, /^protean-account-[\d-]+\.zip$/);
  assert.deepEqual([...(await zip.bytes()).subarray(0, 2)], [0x50, 0x4b]);
  const env = { PROTEAN_SERVER: here.app.service.url, PROTEAN_API_KEY: apiKey };
  const { status, stdout } = await protean(['account', '--export', 'mine.zip'], env);
  assert.deepEqual([status, stdout], [0, 'mine.zip']);
  const written = await readFile(path.join(here.dir, 'mine.zip'));
  assert.equal(written.subarray(0, 2).toString(), 'PK');
});

test('the client library creates a webhook secret and tests a webhook endpoint', async () => {
  const { webhooks } = await newClient();
  assert.match((await webhooks.rotateSecret()).secret, /^whsec_/);
  using receiver = await startReceiver();
  const { delivered, status } = await webhooks.test(receiver.url);
  assert.deepEqual([delivered, status], [true, 204]);
});

test('the client library removes an upload by its id', async () => {
  const { uploads } = await newClient();
  const { file_id: id } = await uploads.send(new Blob(['{}']), { fileName: 'a.json' });
  await uploads.remove(id);
  await assert.rejects(uploads.remove(id), (error) => isProteanError(error, 'not_found'));
});

/** Returns a file that is uploaded in more than one part. */
const large = () => new Blob([`["${randomBytes(18_000_000).toString('hex')}"]`]);

/** Returns a `fetch` that breaks the first `times` PATCH requests, each after a part of its body was sent. */
function breaking(times: number): typeof fetch {
  let broken = 0;
  return async (input, init) => {
    if (init?.method !== 'PATCH' || broken >= times || !(init.body instanceof Blob))
      return fetch(input, init);
    broken += 1;
    const bytes = new Uint8Array(await init.body.slice(0, 1_000_000).arrayBuffer());
    const body = new ReadableStream({
      pull: (controller) => {
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.error(new Error('the network is gone'));
      },
    });
    await fetch(input, { ...init, body, duplex: 'half' }).catch(() => {});
    throw new TypeError('fetch failed');
  };
}

test('the client library sends a large file in parts and resumes after a lost connection', async () => {
  const file = large();
  const client = new Protean({
    baseUrl: here.app.service.url,
    apiKey: await newKey(),
    fetch: breaking(2),
    random: () => 0,
  });
  const progressed: UploadProgress[] = [];
  const source = await client.uploads.sendResumable(file, {
    fileName: 'a.json',
    onProgress: (progress) => progressed.push(progress),
  });
  assert.deepEqual([progressed[0]?.sent, progressed.at(-1)?.sent], [0, file.size]);
  assert.ok(progressed.length >= 4, 'two broken requests and two parts');
  assert.equal((await client.detect(source)).format, 'json');
});

test('the client library resumes an aborted upload only with the same file', async () => {
  const file = large();
  const apiKey = await newKey();
  const aborted = new AbortController();
  let id = '';
  const client = new Protean({ baseUrl: here.app.service.url, apiKey });
  const sent = client.uploads.sendResumable(file, {
    fileName: 'a.json',
    signal: aborted.signal,
    onBegin: (fileId) => (id = fileId),
    onProgress: ({ sent: bytes }) => bytes > 0 && aborted.abort(new Error('enough')),
  });
  await assert.rejects(sent, /enough/);
  await assert.rejects(client.uploads.resume(id, new Blob(['{}'])), TypeError);
  const offsets: number[] = [];
  await client.uploads.resume(id, file, { onProgress: ({ sent: bytes }) => offsets.push(bytes) });
  assert.ok((offsets[0] ?? 0) > 0 && offsets.at(-1) === file.size, String(offsets));
});

test('the client library aborts an upload with an error if the server stays unreachable', async () => {
  const fetchOnce: typeof fetch = (input, init) =>
    init?.method === 'PATCH' ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
  const client = new Protean({
    baseUrl: here.app.service.url,
    apiKey: await newKey(),
    fetch: fetchOnce,
    random: () => 0,
    maxRetryWaitSeconds: 0,
  });
  await assert.rejects(
    client.uploads.sendResumable(new Blob(['{}']), { fileName: 'a.json' }),
    ConnectionError,
  );
});

const surroundings = async () => ({ PROTEAN_SERVER: here.app.service.url, PROTEAN_API_KEY: await newKey() });

test('`protean keys` creates, lists, rotates and revokes API keys', async () => {
  const env = await surroundings();
  const made = await protean(['keys', 'create', '--name', 'the build', '--json'], env);
  const { id, api_key: apiKey } = JSON.parse(made.stdout) as { id: string; api_key: string };
  const listed = await protean(['keys'], env);
  assert.match(listed.stdout, new RegExp(`^${id} {2}svc_sk_\\S+ {2}last used never {2}the build$`, 'm'));
  const rotated = await protean(['keys', 'rotate', '--grace', '60'], { ...env, PROTEAN_API_KEY: apiKey });
  assert.match(rotated.stdout, /^svc_sk_\w+$/);
  const revoked = await protean(['keys', 'revoke', id], env);
  assert.match(revoked.stdout, new RegExp(`^${id} {2}svc_sk_\\S+ {2}revoked `));
  const wrong = await protean(['keys'], { ...env, PROTEAN_API_KEY: apiKey });
  assert.deepEqual([wrong.status, wrong.stderr.split('\n').length], [7, 1]);
  assert.match(wrong.stderr, /Sign in with `protean login`/);
});

test('`protean keys rotate` replaces the stored API key with the new key', async () => {
  const { url } = here.app.service;
  await protean(['login', url], {}, await newKey());
  const file = path.join(here.dir, '.config/protean/credentials.json');
  const { stdout } = await protean(['keys', 'rotate'], {});
  assert.ok((await readFile(file, 'utf8')).includes(stdout));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await protean(['whoami'], {})).status, 0);
  await protean(['logout'], {});
});

test('`protean billing` shows the plan, prints Stripe links and sets overage', async () => {
  const env = await surroundings();
  const shown = await protean(['billing'], env);
  assert.match(
    shown.stdout,
    /^plan hobby\n0 conversions this month, \d+ included\n0 credits\noverage on, no cap; 0 conversions, 0\.00 USD so far$/,
  );
  assert.match((await protean(['billing', 'checkout', '1000'], env)).stdout, /^http\S+$/);
  assert.match((await protean(['billing', 'portal'], env)).stdout, /^http\S+$/);
  const on = await protean(['billing', 'overage', 'on', '--cap', '5'], env);
  assert.equal(on.stdout, 'overage on, at most 5.00 USD a month');
  const off = await protean(['billing', 'overage', 'off', '--cap', 'none', '--json'], env);
  assert.deepEqual(JSON.parse(off.stdout), { enabled: false, monthly_cap_usd: null });
  const refused = await protean(['billing', 'checkout', 'gold'], env);
  assert.deepEqual([refused.status, refused.stderr.split('\n').length], [1, 1]);
});

const slips = [
  'keys make',
  'keys create',
  'keys revoke',
  'keys list it',
  'keys rotate --grace -1',
  'billing buy',
  'billing checkout',
  'billing overage maybe',
  'billing overage on --cap much',
  'billing portal now',
];

for (const slip of slips) {
  test(`exits with status 2 and a short message for the invalid command: protean ${slip}`, async () => {
    const { status, stdout, stderr } = await protean(slip.split(' '), {
      PROTEAN_SERVER: 'http://127.0.0.1:1',
    });
    assert.deepEqual([status, stdout], [2, '']);
    assert.ok(stderr.split('\n').length <= 8, stderr);
  });
}

test('the OpenAPI document and all clients of a private installation require no API key', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = closing(
    stack,
    await startService({ INSTALLATION: 'private', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' }),
  );
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: object[] }>>;
  };
  const securityOf = (place: string, method: string) => description.paths[place]?.[method]?.security;
  assert.deepEqual(securityOf('/v1/usage', 'get'), [{}, { bearer: [] }, { session: [] }]);
  assert.deepEqual(securityOf('/v1/account', 'delete'), [{ session: [] }]);
  const client = new Protean({ baseUrl: url });
  const { job_id: id } = await client.jobs.create(path.join(here.dir, 'a.json'), { to: 'yaml' });
  assert.equal((await client.jobs.wait(id)).status, 'completed');
  const env = { PROTEAN_SERVER: url };
  assert.match((await protean(['usage'], env)).stdout, /^plan +local$/m);
  assert.match((await protean(['jobs'], env)).stdout, new RegExp(`^${id} {2}completed `));
  assert.match((await protean(['whoami'], env)).stdout, /\nplan local, 1 conversions this month$/);
  // Converting from a URL requires an account. On a private installation, requests without a key use the local account.
  const address = `${here.app.service.url}/openapi.json`;
  const fetched = await client.convert(address, { to: 'yaml' });
  assert.match(await fetched.text(), /^openapi: /);
  const nobody = new Protean({ baseUrl: here.app.service.url });
  await assert.rejects(nobody.convert(address, { to: 'yaml' }), (error) =>
    isProteanError(error, 'invalid_api_key'),
  );
});
