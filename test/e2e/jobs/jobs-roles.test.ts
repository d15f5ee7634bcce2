/** Tests jobs that an api process accepts and a worker process runs (`ROLES`), their webhooks and their expiry. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JobResource } from '../../../packages/server/src/jobs/record.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { onEachDatabase } from '../../support/fixtures.ts';
import { pandocProcesses, pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { accepted, ended, jobOf, jsonOf, objectsOf, submit } from '../../support/jobs/jobs.ts';
import { answerOf, until, type Service } from '../../support/server/service.ts';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../../support/jobs/webhook-receiver.ts';

const retentionSeconds = 600;

onEachDatabase(
  (kind) => {
    let dir: string;
    let app: TestApp;
    let worker: Service | undefined;
    let receiver: WebhookReceiver;
    let who: Customer;
    let secret: string;

    before(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'protean-jobs-'));
      await writeFile(path.join(dir, 'slow'), pandocScript('time.sleep(300)'), { mode: 0o755 });
      receiver = await startReceiver();
      app = await openTestApp(kind, {
        ...{ ROLES: 'api', BASE_URL: 'http://protean.example', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
        ...{ JOB_RETENTION_SECONDS: String(retentionSeconds) },
      });
      who = await app.customer('hobby', busy);
      const made = await ask(app, '/v1/webhooks/secret', who, { method: 'POST' });
      secret = jsonOf<{ secret: string }>(made).secret;
    });

    after(async () => {
      await worker?.stop();
      await app.close();
      receiver[Symbol.dispose]();
      await rm(dir, { recursive: true });
    });

    test('an api process runs no jobs, and a worker process serves only health checks and metrics', async () => {
      const id = await accepted(submit(app, who));
      assert.equal((await jobOf(app, who, id, 2)).status, 'queued');
      assert.equal((await ask(app, '/v1/convert', who, { fields: toYaml() })).status, 503);
      worker = await startWithPandoc(path.join(dir, 'slow'), {
        ...{ ...app.env, ROLES: 'worker', METRICS_LISTEN: '127.0.0.1:0' },
      });
      const apart = worker.url;
      const at = async (place: string) => (await answerOf(await fetch(apart + place))).status;
      assert.deepEqual([await at('/livez'), await at('/readyz'), await at('/metrics')], [200, 200, 401]);
      assert.deepEqual(
        [await at('/v1/formats'), await at('/v1/jobs'), await at('/api/convert')],
        [404, 404, 404],
      );
      const { status, result } = await ended(app, who, id);
      assert.equal(status, 'completed');
      assert.match(result?.file_url ?? '', /^http:\/\/protean\.example\/files\//);
      const metrics = await (await fetch(worker.metricsUrl ?? '')).text();
      assert.match(metrics, /^protean_jobs_ended_total{status="completed"} 1$/m);
      assert.match(metrics, /^protean_jobs{status="queued"} 0$/m);
      assert.match(metrics, /^protean_jobs_oldest_queued_seconds 0$/m);
    });

    test('sends one signed webhook for each completed or failed job and records the delivery', async () => {
      const before = receiver.received.length;
      const to = (name: string, fields = toYaml()) =>
        accepted(submit(app, who, [...fields, ['webhook_url', `${receiver.url}/${name}`]]));
      const [good, bad] = [await to('good'), await to('bad', toYaml('{"a":'))];
      const [completed, failed] = [await ended(app, who, good), await ended(app, who, bad)];
      await receiver.until(before + 2);
      const receivedAt = (name: string) => receiver.received.filter((one) => one.path === `/${name}`);
      const [[ofGood], [ofBad]] = [receivedAt('good'), receivedAt('bad')];
      if (!ofGood || !ofBad) assert.fail('not both were received');
      for (const one of [ofGood, ofBad]) assert.ok(isSignedBy(secret, one));
      const { event, data } = JSON.parse(ofGood.body) as { event: string; data: JobResource };
      assert.equal(event, 'job.completed');
      assert.deepEqual(Object.keys(data), ['job_id', 'status', 'result']);
      const { file_url, ...result } = completed.result ?? assert.fail('no result');
      const { file_url: sent, ...facts } = data.result ?? assert.fail('the event has no result');
      assert.deepEqual([data.job_id, data.status, facts], [good, 'completed', result]);
      assert.equal(new URL(sent).pathname, new URL(file_url).pathname);
      assert.deepEqual(JSON.parse(ofBad.body), {
        event: 'job.failed',
        data: { job_id: bad, status: 'failed', error: failed.error },
      });
      await until('the record reports the delivery', 5_000, async () => {
        const record = await jobOf(app, who, good);
        return record.webhook_status === 'delivered';
      });
      const record = await jobOf(app, who, good);
      assert.deepEqual(
        [record.webhook_url, record.webhook_last_error, record.webhook_attempts],
        [`${receiver.url}/good`, null, 1],
      );
    });

    test('a worker kills the engine of a job within 2 s after an api process cancels the job', async () => {
      const before = receiver.received.length;
      const id = await accepted(
        submit(app, who, [
          ['file', new File(['# a'], 'a.md')],
          ['target', 'html'],
          ['webhook_url', `${receiver.url}/cancelled`],
        ]),
      );
      const pid = worker?.process.pid ?? assert.fail('no worker');
      const sleepers = () => pandocProcesses(pid);
      await until('its engine sleeps', 10_000, () => sleepers().length === 1);
      const answer = await ask(app, `/v1/jobs/${id}`, who, { method: 'DELETE' });
      const { status, webhook_status: hook } = jsonOf<JobResource>(answer);
      assert.deepEqual([status, hook], ['cancelled', null]);
      await until('its engine has exited', 2_000, () => sleepers().length === 0);
      assert.equal(receiver.received.length, before);
    });

    test('an expired job and its result return 404 and are soon deleted', async () => {
      const id = await accepted(submit(app, who));
      const { expires_at: expires, finished_at: finished = '' } = await ended(app, who, id);
      assert.equal(Date.parse(expires) - Date.parse(finished), retentionSeconds * 1000);
      const { query } = app.registry.database;
      // Lets all jobs expire soon, because their normal lifetime is too long for a test.
      const end = Date.now() + 1_500;
      await query.updateTable('jobs').set({ expires_at: end }).execute();
      const { result = assert.fail() } = await jobOf(app, who, id);
      const { pathname, search } = new URL(result.file_url);
      const look = async () => (await fetch(app.service.url + pathname + search)).status;
      assert.equal(await look(), 200);
      await until('the job has expired', 10_000, () => Date.now() > end);
      assert.equal(await look(), 404);
      const gone = await ask(app, `/v1/jobs/${id}`, who);
      assert.deepEqual([gone.status, gone.error.code], [404, 'not_found']);
      const { jobs } = jsonOf<{ jobs: unknown[] }>(await ask(app, '/v1/jobs', who));
      assert.deepEqual(jobs, []);
      await until('rows and files are gone', 15_000, async () => {
        const rows = await query.selectFrom('jobs').select('id').execute();
        return rows.length === 0 && (await objectsOf(app)).length === 0;
      });
      assert.deepEqual(await query.selectFrom('deliveries').select('id').execute(), []);
    });
  },
  { parallel: true },
);
