/**
 * Tests processes without engines (`ROLES=api`), which send conversions to worker processes that they find in the
 * database (docs/scaling.md).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { workerChannel } from '../../../packages/server/src/workers/channel/channel.ts';
import { Samples } from '../../samples/samples.ts';
import { pandocProcesses, pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { accepted, ended, jobOf, jsonOf, submit } from '../../support/jobs/jobs.ts';
import { connectOverHttp, type ToolResult } from '../../support/mcp/mcp.ts';
import { startObjectService } from '../../support/storage/object-service.ts';
import { descendants } from '../../support/server/processes.ts';
import {
  answerOf,
  post,
  startService,
  until,
  type Answer,
  type Service,
} from '../../support/server/service.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

const secret = 'a key that all of these processes are given';

interface Cluster {
  /** The first api process. */
  app: TestApp;
  /** The settings of every process. */
  shared: Record<string, string>;
  /** The second api process. */
  other: Service;
  workers: Service[];
  who: Customer;
  dir: string;
  samples: Samples;
  stack: AsyncDisposableStack;
}

const cluster = fixture(async (stack): Promise<Cluster> => {
  const dir = await temporaryFolder(stack);
  const objects = closing(stack, await startObjectService());
  const settings = { ...(await objects.fresh()), SECRET_KEY: secret, CONVERSIONS_AT_ONCE: '2' };
  const app = closing(stack, await openTestApp('postgres', { ...settings, ROLES: 'api' }));
  const shared = { ...settings, DATABASE_URL: app.env['DATABASE_URL'] ?? '' };
  const other = closing(stack, await startService({ ...shared, ROLES: 'api' }));
  const who = await app.customer('hobby', busy);
  await writeFile(path.join(dir, 'slow'), pandocScript('time.sleep(300)'), { mode: 0o755 });
  await writeFile(path.join(dir, 'no-program'), '', { mode: 0o644 });
  return { app, shared, other, workers: [], who, dir, samples: new Samples(dir), stack };
});

/** Starts a worker that has Debian's pandoc, a fake pandoc that does not end, or no pandoc. */
async function startWorker(pandoc: 'usual' | 'slow' | 'no-program' = 'usual'): Promise<Service> {
  const env = { ...cluster.shared, ROLES: 'worker' };
  const started =
    pandoc === 'usual' ? startService(env) : startWithPandoc(path.join(cluster.dir, pandoc), env);
  const worker = closing(cluster.stack, await started);
  cluster.workers.push(worker);
  return worker;
}

const announced = () => cluster.app.registry.database.query.selectFrom('workers').selectAll().execute();

/** Waits until both api processes report `count` workers. */
async function untilWorkers(count: number): Promise<void> {
  await until(`${count} workers are known`, 30_000, async () => {
    const checks = await Promise.all(apis().map(readiness));
    return checks.every(({ workers }) => workers === count);
  });
}

const apis = () => [cluster.app.service, cluster.other];

interface Readiness {
  parts: { part: string; ok: boolean; says: string }[];
}

async function readiness({ url }: Service) {
  const answer = await answerOf(await fetch(`${url}/readyz`));
  const { says = '' } = jsonOf<Readiness>(answer).parts.find(({ part }) => part === 'workers') ?? {};
  return { status: answer.status, workers: Number(/^\d+/.exec(says)?.[0] ?? 0) };
}

const convert = (fields: readonly (readonly [string, File | string])[], signal?: AbortSignal) =>
  ask(cluster.app, '/v1/convert', cluster.who, { fields, ...(signal ? { signal } : {}) });

const usedUp = async () => Number((await usageOf(cluster.app, cluster.who))['used']);

const markdown = [
  ['file', new File(['# a'], 'a.md')],
  ['target', 'html'],
] as const;

/** Checks that a request was refused because no worker is alive. */
function assertNoWorker({ status, headers, error }: Answer): void {
  assert.deepEqual(
    [status, error.code, error.details?.['reason'], headers.has('retry-after')],
    [503, 'service_unavailable', 'no_worker', true],
  );
}

test('without workers, api processes refuse conversions with 503 and charge nothing', async () => {
  assertNoWorker(await convert(toYaml()));
  assertNoWorker(await post(`${cluster.other.url}/api/convert`, toYaml()));
  assert.deepEqual(await readiness(cluster.app.service), { status: 503, workers: 0 });
  assert.equal(await usedUp(), 0);
  const listed = await answerOf(await fetch(`${cluster.other.url}/v1/formats`));
  assert.equal(jsonOf<{ counts: { routes: number } }>(listed).counts.routes, 0);
});

test('a worker leaves a job in the queue if its engines cannot run the job', async () => {
  const needsPandoc = await accepted(submit(cluster.app, cluster.who, markdown));
  const needsLess = await accepted(submit(cluster.app, cluster.who));
  const lacking = await startWorker('no-program');
  assert.equal((await ended(cluster.app, cluster.who, needsLess)).status, 'completed');
  assert.equal((await jobOf(cluster.app, cluster.who, needsPandoc)).status, 'queued');
  await startWorker();
  assert.equal((await ended(cluster.app, cluster.who, needsPandoc)).status, 'completed');
  for (const worker of [lacking, ...cluster.workers.splice(0)]) await worker.stop();
  await untilWorkers(0);
});

test('queues a job while no worker runs, and runs the job when a worker starts', async () => {
  const id = await accepted(submit(cluster.app, cluster.who));
  await startWorker();
  await untilWorkers(1);
  assert.equal((await ended(cluster.app, cluster.who, id)).status, 'completed');
  assert.equal((await readiness(cluster.app.service)).status, 200);
});

test('the worker converts files for both api processes, which have no engines', async () => {
  const before = await usedUp();
  const answer = await convert(toYaml());
  assert.deepEqual([answer.status, answer.body.toString()], [200, 'a: 1\n'], answer.error.message);
  const picture = new File([await readFile(await cluster.samples.get('png'))], 'a.png');
  const webp = await post(`${cluster.other.url}/api/convert`, [
    ['file', picture],
    ['target', 'webp'],
  ]);
  assert.equal(webp.body.toString('latin1', 8, 12), 'WEBP', webp.error.message);
  const document = new File([await readFile(await cluster.samples.get('docx'))], 'a.docx');
  const pdf = await convert([
    ['file', document],
    ['target', 'pdf'],
  ]);
  assert.equal(pdf.body.toString('latin1', 0, 5), '%PDF-', pdf.error.message);
  assert.equal(await usedUp(), before + 2);
  for (const { process } of apis()) assert.deepEqual(descendants(process.pid ?? 0), []);
});

test("if a file is corrupt, the client receives the worker's error, which names the route", async () => {
  const { status, error } = await convert(toYaml('{"a":'));
  assert.deepEqual([status, error.code, error.details?.['route']], [400, 'bad_request', 'json->yaml']);
});

test('a worker converts several files to a zip or to one merged PDF', async () => {
  const several = [
    ['file', new File(['{"a":1}'], 'a.json')],
    ['file', new File(['{"b":'], 'b.json')],
    ['target', 'yaml'],
  ] as const;
  const zip = await convert(several);
  assert.equal(zip.body.toString('latin1', 0, 2), 'PK', zip.error.message);
  const picture = new File([await readFile(await cluster.samples.get('png'))], 'a.png');
  const one = await convert([
    ['file', picture],
    ['file', picture],
    ['target', 'pdf'],
    ['combine', 'true'],
    ['report', 'true'],
  ]);
  assert.equal(one.status, 200, one.error.message);
  const { report } = jsonOf<{ report: { steps: { engine: string; version: string }[]; files: unknown[] } }>(
    one,
  );
  assert.equal(report.files.length, 2);
  assert.ok(report.steps.length >= 2 && report.steps.every(({ version }) => version !== ''));
});

test('a worker converts a file for an MCP client', async () => {
  await using client = await connectOverHttp(cluster.app.service.url, 'modern', cluster.who.key);
  const given = { base64_content: btoa('{"a":1}'), source_format: 'json', target_format: 'yaml' };
  const { content } = (await client.callTool({ name: 'convert_file', arguments: given })) as ToolResult;
  assert.ok(content.some(({ text }) => text?.includes('a: 1')));
});

test('a worker accepts connections only from processes that have the shared secret', async () => {
  const [{ address = '' } = {}] = await announced();
  const [host = '', port = ''] = address.split(':');
  for (const options of [workerChannel('another secret').caller, { rejectUnauthorized: false }]) {
    const socket = connect({ host, port: Number(port), ...options });
    await once(socket, 'error');
  }
  await assert.rejects(fetch(`http://${address}/tasks`, { method: 'POST', body: 'x' }));
  const [worker] = cluster.workers;
  await until('no folder is left', 5_000, async () => (await worker?.jobFolders())?.length === 0);
});

test('the worker cancels a conversion when the client disconnects', async () => {
  await cluster.workers[0]?.stop();
  await untilWorkers(0);
  const slow = await startWorker('slow');
  await untilWorkers(1);
  const left = new AbortController();
  const answer = convert(markdown, left.signal);
  const sleepers = () => pandocProcesses(slow.process.pid ?? 0).length;
  await until('its engine sleeps', 20_000, () => sleepers() === 1);
  left.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  await until('its engine has exited', 5_000, () => sleepers() === 0);
  await until('its folder is removed', 5_000, async () => (await slow.jobFolders()).length === 0);
});

test('if a worker crashes, another worker repeats the conversion, which is charged once', async () => {
  const [slow] = cluster.workers.slice(-1);
  const before = await usedUp();
  const answer = convert(markdown);
  await until('its engine sleeps', 20_000, () => pandocProcesses(slow?.process.pid ?? 0).length === 1);
  await startWorker();
  await untilWorkers(2);
  await slow?.stop('SIGKILL');
  const { status, body, error } = await answer;
  assert.equal(status, 200, error.message);
  assert.match(body.toString(), /<h1[^>]*>a<\/h1>/);
  assert.equal(await usedUp(), before + 1);
  await untilWorkers(1);
});

test('sends each conversion to a worker that has the required engine', async () => {
  const routes = async () => {
    const listed = await answerOf(await fetch(`${cluster.app.service.url}/v1/formats`));
    return jsonOf<{ counts: { routes: number } }>(listed).counts.routes;
  };
  const all = await routes();
  await startWorker('no-program');
  await untilWorkers(2);
  assert.equal(await routes(), all);
  const htmls = await Promise.all(Array.from({ length: 4 }, () => convert(markdown)));
  assert.deepEqual(
    htmls.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  await cluster.workers.at(-2)?.stop();
  await untilWorkers(1);
  assert.ok((await routes()) < all);
  const { status, error } = await convert(markdown);
  assert.deepEqual([status, error.details?.['reason']], [502, 'engine_missing']);
});

test('accepts conversions again once a new worker replaces killed workers', async () => {
  const before = await usedUp();
  for (const worker of cluster.workers) await worker.stop('SIGKILL');
  assertNoWorker(await convert(toYaml()));
  await untilWorkers(0);
  assert.equal((await readiness(cluster.app.service)).status, 503);
  assert.equal(await usedUp(), before);
  await startWorker();
  await untilWorkers(1);
  assert.equal((await convert(toYaml())).status, 200);
});

test('when a worker stops, its database row is removed and no job folders are left', async () => {
  await cluster.workers.at(-1)?.stop();
  assert.deepEqual(await announced(), []);
  for (const api of apis()) assert.deepEqual(await api.jobFolders(), []);
});
