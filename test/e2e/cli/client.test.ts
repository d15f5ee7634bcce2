/** Tests the client and the command line against a running server: files, jobs, keys and errors. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import {
  isProteanError,
  Protean,
  verifyWebhook,
  WebhookSignatureError,
  type Detection,
  type Source,
} from '@protean/client';
import { startService, until } from '../../support/server/service.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing } from '../../support/fixtures.ts';
import { busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let stripe: FakeStripe;
let app: TestApp;
let customer: Customer;
let dir = '';

before(async () => {
  stripe = await FakeStripe.start();
  app = await openTestApp('sqlite', { ...stripe.settings, WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
  customer = await app.customer('hobby', busy);
  dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  await writeFile(path.join(dir, 'a.json'), '{"a":1}');
  await writeFile(path.join(dir, 'bad.json'), '{"a":');
});

after(async () => {
  await app.close();
  await stripe.close();
  await rm(dir, { recursive: true, force: true });
});

const client = (apiKey = customer.key) => new Protean({ baseUrl: app.service.url, apiKey });

describe('the client library works with a running server', () => {
  const sources: [what: string, source: () => Source][] = [
    ['a path', () => path.join(dir, 'a.json')],
    ['a File', () => new File(['{"a":1}'], 'a.json')],
    ['bytes', () => new TextEncoder().encode('{"a":1}')],
    ['a stream', () => new Blob(['{"a":1}']).stream()],
  ];
  for (const [what, source] of sources) {
    test(`the client library converts a source that is ${what}`, async () => {
      const result = await client().convert(source(), { to: 'yaml', fileName: 'a.json' });
      assert.deepEqual([result.fileName, await result.text()], ['a.yaml', 'a: 1\n']);
      assert.ok(result.requestId && result.durationMs !== undefined && result.size === 5);
    });
  }

  test('the client library reports an unsupported conversion, even without an API key', async () => {
    const nobody = new Protean({ baseUrl: app.service.url });
    const result = await nobody.convert(path.join(dir, 'a.json'), { to: 'toml' });
    assert.equal(await result.text(), 'a = 1\n');
    await assert.rejects(nobody.convert(path.join(dir, 'a.json'), { to: 'mp3' }), (error) => {
      assert.ok(isProteanError(error, 'unsupported_route'));
      assert.ok(error.details.targets?.includes('yaml'));
      return error.status === 400;
    });
  });

  test('the client library reports an invalid API key', async () => {
    await assert.rejects(client('svc_sk_none').usage(), (error) => isProteanError(error, 'invalid_api_key'));
  });

  test('the client library submits a job and downloads its result', async () => {
    const { jobs } = client();
    const { job_id: id } = await jobs.create(path.join(dir, 'a.json'), {
      to: 'yaml',
      options: { indent: 4 },
    });
    const seen: string[] = [];
    const job = await jobs.wait(id, { onProgress: ({ status }) => seen.push(status) });
    assert.deepEqual([job.status, job.progress, seen.at(-1)], ['completed', 100, 'completed']);
    const result = await jobs.download(job);
    const place = path.join(dir, result.fileName);
    await result.save(place);
    assert.equal(await readFile(place, 'utf8'), 'a: 1\n');
    const page = await jobs.list({ limit: 1, status: 'completed' });
    assert.equal(page.jobs[0]?.job_id, id);
    assert.equal((await jobs.cancel(id)).status, 'completed');
  });

  test('the client library reports the error of a failed job', async () => {
    const { jobs } = client();
    const { job_id: id } = await jobs.create(path.join(dir, 'bad.json'), { to: 'yaml' });
    const job = await jobs.wait(id);
    assert.deepEqual([job.status, job.error?.code], ['failed', 'bad_request']);
    await assert.rejects(jobs.download(job), TypeError);
  });

  test('the client library returns formats, plans and usage', async () => {
    const list = await client().formats({ source: 'json', target: 'yaml' });
    assert.deepEqual(list.counts, { formats: 2, routes: 1, categories: 1 });
    const { plans } = await client().plans();
    assert.ok(plans.some(({ name }) => name === 'hobby'));
    assert.equal((await client().usage()).plan, 'hobby');
    const { days } = await client().usageByDay({ days: 2 });
    assert.deepEqual([days.length, days[0]?.conversions], [2, 0]);
    assert.ok((days[1]?.conversions ?? 0) > 0);
    await assert.rejects(client().usageByDay({ key: 'none' }), (error) => isProteanError(error, 'not_found'));
  });

  test('the client library returns billing links and sets the overage cap', async () => {
    const { billing } = client();
    const { checkout_url: url, session_id: id } = await billing.checkout({ credits: 1_000 });
    assert.ok(url.includes(id));
    assert.match((await billing.portal()).portal_url, /^https:/);
    const set = await billing.setOverage({ enabled: false, monthlyCapUsd: 5 });
    assert.deepEqual(set, { enabled: false, monthly_cap_usd: 5 });
    assert.deepEqual(await billing.setOverage({ enabled: true, monthlyCapUsd: null }), {
      enabled: true,
      monthly_cap_usd: null,
    });
    await assert.rejects(billing.checkout({ plan: 'scale' }), (error) =>
      isProteanError(error, 'bad_request'),
    );
  });

  test('the client library detects the format of a file, with and without an API key', async () => {
    const nobody = new Protean({ baseUrl: app.service.url });
    for (const one of [client(), nobody]) {
      const found = await one.detect(path.join(dir, 'a.json'));
      assert.deepEqual([found.format, found.category], ['json', 'data']);
      assert.ok(found.targets.includes('yaml'));
    }
    await assert.rejects(client().detect(new Uint8Array([0, 1, 2, 3]), { fileName: 'x' }), (error) =>
      isProteanError(error, 'unsupported_route'),
    );
  });

  test('the client library converts an uploaded file more than once, directly and as a job', async () => {
    const { uploads, jobs } = client();
    const uploaded = await uploads.send(path.join(dir, 'a.json'));
    assert.deepEqual([uploaded.filename, uploaded.size], ['a.json', 7]);
    const source = { fileId: uploaded.file_id };
    assert.equal(await (await client().convert(source, { to: 'yaml' })).text(), 'a: 1\n');
    const job = await jobs.wait((await jobs.create(source, { to: 'toml' })).job_id);
    assert.equal(await (await jobs.download(job)).text(), 'a = 1\n');
    assert.deepEqual((await client().detect(source)).format, 'json');
  });

  test("the client library returns an account's plan and plan source", async () => {
    const { plan, plan_source: source } = await client().account();
    assert.deepEqual([plan, source], ['hobby', 'operator']);
  });

  test('verifyWebhook accepts only an unchanged webhook from the server', async () => {
    const secret = await rotateSecret();
    using receiver = await startReceiver();
    const { job_id: id } = await client().jobs.create(path.join(dir, 'a.json'), {
      to: 'yaml',
      webhookUrl: receiver.url,
    });
    await receiver.until(1);
    const [webhook] = receiver.received;
    assert.ok(webhook);
    const { headers, bytes: body } = webhook;
    const signature = String(headers['x-service-signature']);
    const event = await verifyWebhook({ secret, signature, body });
    assert.ok(event.event === 'job.completed');
    assert.deepEqual([event.data.job_id, event.data.result.target_format], [id, 'yaml']);
    const altered = Buffer.from(body.toString().replace('yaml', 'toml'));
    await assert.rejects(verifyWebhook({ secret, signature, body: altered }), WebhookSignatureError);
  });
});

async function rotateSecret(): Promise<string> {
  const response = await fetch(`${app.service.url}/v1/webhooks/secret`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${customer.key}` },
  });
  return ((await response.json()) as { secret: string }).secret;
}

describe('the command-line client works with a running server', () => {
  const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;

  /** Runs `protean` with its own home folder and the given standard input. */
  async function protean(
    words: string[],
    { env = {}, stdin = '' }: { env?: Record<string, string>; stdin?: string } = {},
  ) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [main, ...words], {
      cwd: dir,
      env: { PATH, NODE_COMPILE_CACHE, HOME: dir, ...env },
    });
    child.stdin.end(stdin);
    const exit = once(child, 'exit').then(() => child.exitCode);
    const [status, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr: stderr.trimEnd() };
  }

  const withKey = () => ({ env: { PROTEAN_SERVER: app.service.url, PROTEAN_API_KEY: customer.key } });

  test('`protean login` stores a valid API key in a file that only its owner can read', async () => {
    const wrong = await protean(['login', app.service.url], { stdin: 'svc_sk_none\n' });
    assert.equal(wrong.status, 7);
    const { status, stdout } = await protean(['login', app.service.url], { stdin: `${customer.key}\n` });
    assert.deepEqual([status, stdout], [0, `Signed in to ${app.service.url}, plan hobby.\n`]);
    const file = path.join(dir, '.config/protean/credentials.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const who = await protean(['whoami']);
    assert.match(who.stdout, /^http:\/\/[^\n]+\nplan hobby, \d+ of \d+ conversions this month\n$/);
    assert.equal((await protean(['logout'])).status, 0);
    const out = await protean(['whoami']);
    assert.equal(out.status, 2);
    assert.match(out.stderr, /^Specify a server with --server or PROTEAN_SERVER/);
  });

  test('`protean login --email` requests a link and then reads the API key from standard input', async () => {
    const words = ['login', app.service.url, '--email', 'new@example.com'];
    const { status, stdout, stderr } = await protean(words, { stdin: `${customer.key}\n` });
    assert.deepEqual([status, stdout], [0, `Signed in to ${app.service.url}, plan hobby.\n`]);
    assert.match(stderr, /^We have sent a link to that address\. /);
    const wrong = await protean(['login', app.service.url, '--email', 'nobody']);
    assert.deepEqual([wrong.status, wrong.stderr.split('\n').length], [1, 1]);
    await protean(['logout']);
  });

  test('`protean login --email` stores the key at once if no email verification is required', async () => {
    await using stack = new AsyncDisposableStack();
    const service = closing(stack, await startService({ KEY_VERIFICATION: 'none' }));
    const { status, stdout } = await protean(['login', service.url, '--email', 'new@example.com']);
    assert.deepEqual([status, stdout], [0, `Signed in to ${service.url}, plan free.\n`]);
    assert.match((await protean(['whoami'])).stdout, /\nplan free, 0 of 1000 conversions this month\n$/);
    await protean(['logout']);
  });

  test('the command-line client converts files on the server, and shows usage and jobs', async () => {
    const converted = await protean(['convert', 'a.json', 'there.yaml', '--indent', '4'], withKey());
    assert.deepEqual([converted.status, converted.stderr], [0, '']);
    assert.equal(await readFile(path.join(dir, 'there.yaml'), 'utf8'), 'a: 1\n');
    const usage = await protean(['usage', '--json'], withKey());
    assert.equal((JSON.parse(usage.stdout) as { plan: string }).plan, 'hobby');
    const { stdout: byDay } = await protean(['usage', '--days', '2'], withKey());
    const today = new Date().toISOString().slice(0, 10);
    assert.match(byDay, new RegExp(`^date +conversions +overage +failed\n.*\n${today} +\\d+ +\\d+ +\\d+\n$`));
    const slip = await protean(['usage', '--days', '0'], withKey());
    assert.deepEqual(
      [slip.status, slip.stderr.split('\n')[0]],
      [2, '--days must be a whole number from 1 to 366.'],
    );
    const jobs = await protean(['jobs'], withKey());
    assert.equal(jobs.status, 0);
    const unreadable = await protean(['convert', 'bad.json', 'x.yaml'], withKey());
    assert.equal(unreadable.status, 4);
  });

  test('the command-line client shows the account and the webhook delivery of a job', async () => {
    const account = await protean(['account'], withKey());
    assert.match(
      account.stdout,
      /^customer1@example\.com\nplan hobby \(operator\)\nsince [^\n]+\nid [^\n]+\n$/,
    );
    await rotateSecret();
    using receiver = await startReceiver();
    const { jobs } = client();
    const { job_id: id } = await jobs.create(path.join(dir, 'a.json'), {
      to: 'yaml',
      webhookUrl: receiver.url,
    });
    await until('the delivery', 30_000, async () => (await jobs.get(id)).webhook_status === 'delivered');
    const { status, stdout } = await protean(['jobs', 'deliveries', id], withKey());
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^[0-9a-f-]{36} {2}job\.completed {2}delivered {2}http:[^\n]+\n {2}[^ ]+Z {2}HTTP 204 {2}\d+ ms\n$/,
    );
    const listed = await protean(['jobs', 'deliveries', id, '--json'], withKey());
    assert.equal((JSON.parse(listed.stdout) as { state: string }).state, 'delivered');
  });

  test('`protean detect` detects the format of a file on the server', async () => {
    const { status, stdout } = await protean(['detect', 'a.json', '--json'], withKey());
    assert.equal(status, 0);
    const { file, format, name, targets } = JSON.parse(stdout) as Detection & { file: string };
    assert.deepEqual([file, format, name], ['a.json', 'json', 'JSON']);
    assert.ok(targets.includes('yaml'));
    await writeFile(path.join(dir, 'unknown'), new Uint8Array([0, 1, 2, 3]));
    const unknown = await protean(['detect', 'unknown'], withKey());
    assert.deepEqual([unknown.status, unknown.stdout], [5, '']);
    assert.match(unknown.stderr, /^unknown: [^\n]+$/);
  });

  test('`protean convert` leaves no file if the server is unreachable or refuses the key', async () => {
    const away = await protean(['convert', 'a.json', 'x.yaml', '--server', 'http://127.0.0.1:1']);
    assert.equal(away.status, 6);
    assert.match(away.stderr, /^No connection to http:\/\/127\.0\.0\.1:1: /);
    const env = { PROTEAN_SERVER: app.service.url, PROTEAN_API_KEY: 'svc_sk_none' };
    const wrong = await protean(['convert', 'a.json', 'x.yaml'], { env });
    assert.deepEqual([wrong.status, wrong.stderr.split('\n').length], [7, 1]);
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('x') || name.includes('part')),
      [],
    );
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    test(`protean completion prints a ${shell} script with commands and formats`, async () => {
      const { status, stdout } = await protean(['completion', shell]);
      assert.equal(status, 0);
      for (const word of ['convert', 'watch', 'serve', 'docx']) assert.ok(stdout.includes(word), word);
      if (shell !== 'bash') return;
      const check = spawn('bash', ['-n'], { stdio: ['pipe', 'ignore', 'inherit'] });
      check.stdin.end(stdout);
      assert.deepEqual(await once(check, 'exit'), [0, null]);
    });
  }
});
