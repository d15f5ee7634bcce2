/**
 * Tests that a trace forms one tree across all processes, from the request to the webhook. The server sends traces to
 * `OTEL_EXPORTER_OTLP_ENDPOINT`.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { closing, fixture } from '../../support/fixtures.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import { answerOf, startService, until, type Answer } from '../../support/server/service.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { pathsOf, startTraceCollector, type TraceCollector } from '../../support/server/trace-collector.ts';
import { startReceiver, type WebhookReceiver } from '../../support/jobs/webhook-receiver.ts';

/** Values that must not appear in a trace. */
const secretName = 'tell-nobody-my-name';
const secretContent = 'tell-nobody-my-content';
const secretPath = 'tell-nobody-my-address';

interface Traced {
  collector: TraceCollector;
  receiver: WebhookReceiver;
  app: TestApp;
  who: Customer;
}

async function openTraced(stack: AsyncDisposableStack, settings: Record<string, string>): Promise<Traced> {
  const collector = stack.use(await startTraceCollector());
  const receiver = stack.use(await startReceiver());
  const kind = settings['ROLES'] === undefined ? 'sqlite' : 'postgres';
  const shared = { ...collector.env, WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', BASE_URL: 'http://protean.example' };
  const app = closing(stack, await openTestApp(kind, { ...shared, ...settings }));
  const who = await app.customer('hobby', busy);
  await ask(app, '/v1/webhooks/secret', who, { method: 'POST' });
  return { collector, receiver, app, who };
}

/** Returns the traceparent header of a client that traces its own requests, and the IDs in this header. */
function newTrace(flags = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

const file = (content = `{"a":"${secretContent}"}`) => toYaml(content, `${secretName}.json`);

const convert = ({ app, who }: Traced, headers: Record<string, string>, fields = file()): Promise<Answer> =>
  ask(app, '/v1/convert', who, { fields, headers });

async function runJob({ app, who, receiver }: Traced, headers: Record<string, string>): Promise<void> {
  const before = receiver.received.length;
  const fields = [...file(), ['webhook_url', `${receiver.url}/${secretPath}`] as const];
  const id = await accepted(submit(app, who, fields, headers));
  assert.equal((await ended(app, who, id)).status, 'completed');
  await receiver.until(before + 1);
}

const one = fixture((stack) => openTraced(stack, { OTEL_SERVICE_NAME: 'one' }));

const several = fixture(async (stack) => {
  const secret = { SECRET_KEY: 'a key that all of these processes are given' };
  const traced = await openTraced(stack, { ...secret, ROLES: 'api', OTEL_SERVICE_NAME: 'api' });
  const env = { ...traced.app.env, ROLES: 'worker', OTEL_SERVICE_NAME: 'worker' };
  closing(stack, await startService(env));
  await until(
    'the worker is known',
    30_000,
    async () => (await fetch(`${traced.app.service.url}/readyz`)).ok,
  );
  return traced;
});

test("adds spans for a request and its conversion steps to the client's trace", async () => {
  const { traceId, spanId, headers } = newTrace();
  assert.equal((await convert(one, headers)).status, 200);
  const spans = await one.collector.spansOf(traceId, ['POST /v1/convert', 'step data']);
  assert.deepEqual(pathsOf(spans), ['POST /v1/convert', 'POST /v1/convert > step data']);
  const [request, step] = spans.toSorted((a, b) => a.name.localeCompare(b.name));
  assert.equal(request?.parentSpanId, spanId);
  assert.deepEqual([request.kind, request.failed, request.service], [2, false, 'one']);
  assert.deepEqual(Object.keys(request.attributes).sort(), [
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'protean.request_id',
  ]);
  assert.deepEqual(step?.attributes, {
    'protean.engine': 'data',
    'protean.source': 'json',
    'protean.target': 'yaml',
  });
});

test('marks the span of a failed conversion step with only the reason code of the error', async () => {
  const { traceId, headers } = newTrace();
  assert.equal((await convert(one, headers, file(`{"${secretContent}"`))).status, 400);
  const spans = await one.collector.spansOf(traceId, ['POST /v1/convert', 'step data']);
  const [request, step] = spans.toSorted((a, b) => a.name.localeCompare(b.name));
  assert.deepEqual([request?.failed, request?.attributes['http.response.status_code']], [false, 400]);
  assert.deepEqual([step?.failed, step?.attributes['error.type']], [true, 'unreadable_file']);
});

/** Names of the spans of a job with a webhook. */
const namesOfJob = ['POST /v1/jobs', 'job', 'step data', 'webhook'];
const treeOfJob = [
  'POST /v1/jobs',
  'POST /v1/jobs > job',
  'POST /v1/jobs > job > step data',
  'POST /v1/jobs > job > webhook',
];

test('adds spans for a job and its webhook to the trace of the request that created the job', async () => {
  const { traceId, headers } = newTrace();
  await runJob(one, headers);
  const spans = await one.collector.spansOf(traceId, namesOfJob);
  assert.deepEqual(pathsOf(spans), treeOfJob);
  assert.ok(spans.every(({ failed }) => !failed));
  const webhook = spans.find(({ name }) => name === 'webhook');
  assert.deepEqual(webhook?.attributes, {
    'protean.event': 'job.completed',
    'protean.attempt': 1,
    'http.response.status_code': 204,
  });
});

test('traces JSON requests in the same way as form requests', async () => {
  using origin = await startReceiver((_request, response) => void response.end('{"a":1}'));
  const { traceId, headers } = newTrace();
  const body = JSON.stringify({ source_url: `${origin.url}/a.json`, target: 'yaml' });
  const asJson = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } };
  await ended(one.app, one.who, await accepted(ask(one.app, '/v1/jobs', one.who, asJson)));
  const spans = await one.collector.spansOf(traceId, ['POST /v1/jobs', 'job', 'step data']);
  assert.ok(pathsOf(spans).includes('POST /v1/jobs > job > step data'));
});

test('passes the trace from an api process to the worker', async () => {
  const { traceId, headers } = newTrace();
  assert.equal((await convert(several, headers)).status, 200);
  const names = ['POST /v1/convert', 'send convert', 'convert', 'step data'];
  const spans = await several.collector.spansOf(traceId, names);
  assert.ok(pathsOf(spans).includes(names.join(' > ')), pathsOf(spans).join('\n'));
  const serviceOf = (wanted: string) => spans.find(({ name }) => name === wanted)?.service;
  assert.deepEqual(names.map(serviceOf), ['api', 'api', 'worker', 'worker']);
});

test("a worker continues a job's trace, which the database stores with the job", async () => {
  const { traceId, headers } = newTrace();
  await runJob(several, headers);
  const spans = await several.collector.spansOf(traceId, namesOfJob);
  assert.deepEqual(pathsOf(spans), treeOfJob);
  assert.deepEqual([...new Set(spans.map(({ name, service }) => `${service} ${name}`))].sort(), [
    'api POST /v1/jobs',
    'worker job',
    'worker step data',
    'worker webhook',
  ]);
});

test('does not trace health checks or unsampled requests', async () => {
  const before = one.collector.received;
  const { traceId: unwanted, headers } = newTrace('00');
  await convert(one, headers);
  for (const probe of ['/livez', '/readyz', '/metrics']) await fetch(one.app.service.url + probe);
  await convert(one, { traceparent: `00-${'0'.repeat(32)}-wrong-01` });
  const added = () => one.collector.received.slice(before.length);
  await until('the last trace has arrived', 10_000, () => added().includes('POST /v1/convert'));
  assert.doesNotMatch(added(), /livez|readyz|metrics/);
  assert.ok(!added().includes(unwanted) && !added().includes('wrong'));
});

test('traces contain no file name, API key, URL or file content', () => {
  for (const { collector, receiver, who } of [one, several]) {
    assert.ok(collector.received.includes('/v1/traces'));
    for (const secret of [secretName, secretContent, secretPath, who.key, receiver.url])
      assert.ok(!collector.received.includes(secret), secret);
    const traced = receiver.received.filter(({ headers }) => 'traceparent' in headers);
    assert.deepEqual(traced, []);
  }
});

test('logs at most one message if no trace collector is available', async () => {
  await using stack = new AsyncDisposableStack();
  const untraced = closing(stack, await openTestApp('sqlite'));
  const who = await untraced.customer('hobby', busy);
  const id = await accepted(submit(untraced, who, toYaml(), newTrace().headers));
  await ended(untraced, who, id);
  const rows = await untraced.registry.database.query.selectFrom('jobs').select('traceparent').execute();
  assert.deepEqual(rows, [{ traceparent: null }]);

  const service = closing(stack, await startService(await gone()));
  const said = () => service.log.filter((line) => line.includes('traces cannot be sent'));
  const look = async () => (await answerOf(await fetch(`${service.url}/v1/plans`))).status;
  assert.equal(await look(), 200);
  await until('it is logged', 20_000, () => said().length > 0);
  assert.equal(await look(), 200);
  await service.stop();
  assert.equal(said().length, 1);
});

/** Returns the settings for a collector that is not running. */
async function gone(): Promise<TraceCollector['env']> {
  using collector = await startTraceCollector();
  return collector.env;
}
