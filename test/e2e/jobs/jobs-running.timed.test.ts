/** Tests jobs with a slow engine: cancelling, watching, waiting, queueing and requeueing. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JobResource } from '../../../packages/server/src/jobs/record.ts';
import {
  ask,
  busy,
  openTestApp,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { pandocProcesses, pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { databaseKinds } from '../../support/storage/databases.ts';
import { accepted, ended, jobOf, jsonOf, objectsOf, submit } from '../../support/jobs/jobs.ts';
import { until } from '../../support/server/service.ts';

/** A fake pandoc that runs for the number of seconds in the document's first line. */
const program = pandocScript(
  'time.sleep(float(open("/job/in/in.md").readline()))',
  'open("/job/out/out.html", "w").write("<p>done</p>")',
);

for (const kind of databaseKinds) {
  describe(kind, () => {
    let dir: string;
    let app: TestApp;
    let who: Customer;

    before(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'protean-jobs-'));
      const slow = path.join(dir, 'slow');
      await writeFile(slow, program, { mode: 0o755 });
      const settings = { CONVERSIONS_AT_ONCE: '2', JOBS_AT_ONCE: '1' };
      app = await openTestApp(kind, settings, (env) => startWithPandoc(slow, env));
      who = await app.customer('hobby', busy);
    });

    after(async () => {
      await app.close();
      await rm(dir, { recursive: true });
    });

    /** Submits a job that takes `seconds` to run. */
    const lasting = (seconds: number, customer = who) =>
      accepted(
        submit(app, customer, [
          ['file', new File([`${seconds}\n`], 'a.md')],
          ['target', 'html'],
        ]),
      );

    const cancel = async (id: string) => {
      const answer = await ask(app, `/v1/jobs/${id}`, who, { method: 'DELETE' });
      assert.equal(answer.status, 200, answer.error.message);
      return jsonOf<JobResource>(answer);
    };

    const runs = (id: string) =>
      until('it runs', 10_000, async () => (await jobOf(app, who, id)).status === 'processing');

    const sleepers = () => pandocProcesses(app.service.process.pid ?? 0);

    test('cancelling a job kills its engine within a second and removes its files', async () => {
      const used = (await usageOf(app, who))['used'];
      const today = async () => jsonOf(await ask(app, '/v1/usage/daily?days=1', who));
      const before = await today();
      const id = await lasting(300);
      await runs(id);
      await until('its engine sleeps', 5_000, () => sleepers().length === 1);
      assert.equal((await objectsOf(app)).length, 1);
      const { status, finished_at: finished, ...record } = await cancel(id);
      assert.equal(status, 'cancelled');
      assert.ok(finished);
      assert.equal(record.result, undefined);
      await until('its engine has exited', 1_000, () => sleepers().length === 0);
      assert.deepEqual(await objectsOf(app), []);
      assert.equal((await usageOf(app, who))['used'], used);
      assert.deepEqual(await today(), before, 'a cancelled job does not count as a failure');
      const { query } = app.registry.database;
      assert.deepEqual(await query.selectFrom('reservations').selectAll().execute(), []);
      await until('its folder is gone', 2_000, async () => (await app.service.jobFolders()).length === 0);
      assert.equal((await cancel(id)).status, 'cancelled', 'again');
    });

    test('cancels a queued job', async () => {
      const [first, second] = [await lasting(300), await lasting(300)];
      await runs(first);
      assert.equal((await jobOf(app, who, second)).status, 'queued');
      const { status, started_at: started } = await cancel(second);
      assert.deepEqual([status, started], ['cancelled', undefined]);
      await cancel(first);
      assert.deepEqual(await objectsOf(app), []);
    });

    test('GET /v1/jobs/{id}?wait= responds when the job ends or after the given number of seconds', async () => {
      const id = await lasting(2);
      const asked = performance.now();
      assert.equal((await jobOf(app, who, id, 1)).status, 'processing');
      const waited = performance.now() - asked;
      assert.ok(waited >= 990 && waited < 1_900, `${waited} ms`);
      assert.equal((await jobOf(app, who, id, 60)).status, 'completed');
      assert.ok(performance.now() - asked < 5_000);
    });

    test("a job's event stream reports each status once and ends with the job", async () => {
      const first = await lasting(1);
      const id = await lasting(0);
      const response = await follow(id);
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      assert.ok(response.headers.get('x-ratelimit-limit') && response.headers.get('x-request-id'));
      const events = eventsIn(await response.text());
      // Progress events may arrive at any time until the job ends, so they are checked separately.
      const statuses = events.filter(({ event }) => event === 'status');
      const between = events.filter((one) => !statuses.includes(one));
      assert.ok(between.every(({ event, data }) => event === 'progress' && data.status === 'processing'));
      assert.deepEqual(events.at(-1), statuses.at(-1));
      assert.deepEqual(statuses, [
        { event: 'status', data: { status: 'queued', progress: 0 } },
        { event: 'status', data: { status: 'processing', progress: 0 } },
        { event: 'status', data: { status: 'completed', progress: 100 } },
      ]);
      await ended(app, who, first);
      const late = eventsIn(await (await follow(id)).text());
      assert.deepEqual(late, [{ event: 'status', data: { status: 'completed', progress: 100 } }]);
    });

    const follow = (id: string) =>
      fetch(`${app.service.url}/v1/jobs/${id}/events`, { headers: { Authorization: `Bearer ${who.key}` } });

    test('a new job waits for at most one of 30 jobs that another account has queued', async () => {
      const other = await app.customer('hobby', busy);
      const many = await Promise.all(Array.from({ length: 30 }, () => lasting(0.2)));
      const [head = ''] = many;
      await until('the first job has begun', 10_000, async () => {
        const { jobs } = jsonOf<{ jobs: JobResource[] }>(await ask(app, '/v1/jobs?status=processing', who));
        return jobs.length > 0 || (await jobOf(app, who, head)).status === 'completed';
      });
      const id = await lasting(0.2, other);
      const record = await ended(app, other, id);
      const { jobs } = jsonOf<{ jobs: JobResource[] }>(await ask(app, '/v1/jobs?limit=100', who));
      const { created_at: created, started_at: started = '' } = record;
      const between = jobs.filter(({ started_at: at }) => at !== undefined && at >= created && at < started);
      assert.ok(between.length <= 1, `${between.length} other jobs began before it`);
      await Promise.all(many.map((one) => ended(app, who, one)));
    });

    test('POST /v1/convert converts a file while a job occupies the only job slot', async () => {
      const id = await lasting(300);
      await runs(id);
      const answer = await ask(app, '/v1/convert', who, {
        fields: [
          ['file', new File(['{"a":1}'], 'a.json')],
          ['target', 'yaml'],
        ],
      });
      assert.equal(answer.status, 200);
      await cancel(id);
    });

    /** Returns how many of the customer's requests the rate limit has counted. */
    const arrived = async () => {
      const { query } = app.registry.database;
      const windows = query.selectFrom('throttle_windows').select('used');
      return (await windows.where('caller', '=', `account ${who.id}`).executeTakeFirst())?.used ?? 0;
    };

    test('on Ctrl-C, responds to waiting clients and requeues the running job', async () => {
      // Uses a new customer, because a new customer's rate limit window has just begun and cannot end during the test.
      who = await app.customer('hobby', busy);
      const id = await lasting(3);
      await runs(id);
      const before = await arrived();
      const waiting = jobOf(app, who, id, 60);
      const watching = (await follow(id)).text();
      await until('both requests have arrived', 5_000, async () => (await arrived()) === before + 2);
      await app.restart('SIGINT');
      assert.equal((await waiting).status, 'processing');
      assert.deepEqual(
        eventsIn(await watching).map(({ data }) => data.status),
        ['processing'],
      );
      const { query } = app.registry.database;
      assert.equal((await ended(app, who, id)).status, 'completed');
      const row = await query
        .selectFrom('jobs')
        .select(['fencing_token', 'crash_count'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(row, { fencing_token: 2, crash_count: 0 });
    });

    test('completes a running job on SIGTERM', async () => {
      const id = await lasting(2);
      await runs(id);
      await app.restart('SIGTERM');
      const { query } = app.registry.database;
      const row = await query.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.deepEqual([row.status, row.fencing_token], ['completed', 1]);
    });

    test('after kill -9, the next process completes the job within 20 s and charges the account once', async () => {
      const used = Number((await usageOf(app, who))['used']);
      const id = await lasting(3);
      await runs(id);
      const killed = performance.now();
      await app.restart('SIGKILL');
      assert.equal((await ended(app, who, id)).status, 'completed');
      assert.ok(performance.now() - killed < 20_000);
      assert.equal((await usageOf(app, who))['used'], used + 1);
      const { query } = app.registry.database;
      assert.deepEqual(await query.selectFrom('reservations').selectAll().execute(), []);
    });
  });
}

interface JobEvent {
  event: string;
  data: { status: string; progress: number };
}

function eventsIn(text: string): JobEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as JobEvent['data'] };
    });
}
