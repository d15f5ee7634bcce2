/** Tests submitting, reading, waiting for, listing and deleting jobs over HTTP (contract §6). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { JobResource } from '../../../packages/server/src/jobs/record.ts';
import { ask, busy, openTestApp, toYaml, usageOf, type TestApp } from '../../support/server/test-app.ts';
import { databaseKinds } from '../../support/storage/databases.ts';
import { accepted, ended, jobOf, jsonOf, objectsOf, submit, submitJson } from '../../support/jobs/jobs.ts';
import { until } from '../../support/server/service.ts';

const site = createServer((request, response) => {
  if (request.url === '/large.json') response.end(`"${'x'.repeat(1_100_000)}"`);
  else if (request.url === '/a.json') response.end('{"a":1}');
  else if (request.url === '/unnamed') response.end('{"a": {"b": [1, 2]}}');
  else response.writeHead(request.url === '/empty.json' ? 200 : 404).end();
});

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

for (const kind of databaseKinds) {
  describe(kind, () => {
    let app: TestApp;
    let at: string;

    before(async () => {
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      app = await openTestApp(kind, {
        ...{ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', JOB_FILE_MB: '1', JOB_SIZE_OVERRIDES: '{"free":7}' },
      });
    });

    after(async () => {
      await app.close();
      site.close();
      await once(site, 'close');
    });

    const someone = (own = {}) => app.customer('hobby', { ...busy, ...own });

    test('POST /v1/jobs returns 202, and the completed job links to its result (contract §6.3)', async () => {
      const who = await someone();
      const answer = await submit(app, who);
      assert.equal(answer.status, 202, answer.error.message);
      const { job_id: id, ...rest } = jsonOf<{ job_id: string }>(answer);
      const url = `${app.service.url}/v1/jobs/${id}`;
      assert.match(id, isId);
      assert.deepEqual(rest, { status: 'queued', status_url: url });
      assert.equal(answer.headers.get('location'), url);

      const record = await ended(app, who, id);
      const { result, created_at, updated_at, started_at, finished_at, expires_at, report, ...others } =
        record;
      assert.ok(report, 'a job always has its report');
      assert.deepEqual(others, {
        ...{ job_id: id, status: 'completed', source_format: 'json', target_format: 'yaml', progress: 100 },
        ...{ webhook_status: null, webhook_last_error: null, webhook_attempts: 0 },
      });
      for (const time of [created_at, updated_at, started_at, finished_at]) assert.match(time ?? '', isTime);
      assert.equal(Date.parse(expires_at) - Date.parse(finished_at ?? ''), 7 * 86_400_000);
      const { file_url: link, duration_ms: ms, ...facts } = result ?? assert.fail('no result');
      assert.deepEqual(facts, { size: 5, source_format: 'json', target_format: 'yaml' });
      assert.ok(Number.isInteger(ms));
      const file = await fetch(link);
      assert.equal(await file.text(), 'a: 1\n');
      assert.equal(file.headers.get('content-disposition'), 'attachment; filename="a.yaml"');
      assert.equal((await usageOf(app, who))['used'], 1);
      await until('the upload is gone', 2_000, async () => (await objectsOf(app)).length === 1);
    });

    test('a job fetches the file at the source_url in a form or JSON body', async () => {
      const who = await someone();
      const asked = [
        submitJson(app, who, { source_url: `${at}/a.json`, target: 'yaml', indent: 4 }),
        submitJson(app, who, { source_url: `${at}/unnamed`, target: 'yaml' }),
        submit(app, who, [
          ['source_url', `${at}/unnamed`],
          ['source', 'json'],
          ['target', 'YML'],
        ]),
      ];
      for (const id of await Promise.all(asked.map(accepted))) {
        const { status, source_format, target_format, error } = await ended(app, who, id);
        assert.deepEqual(
          [status, source_format, target_format],
          ['completed', 'json', 'yaml'],
          JSON.stringify(error),
        );
      }
      assert.equal((await usageOf(app, who))['used'], 3);
    });

    test("a job accepts a file above the plan's limit for direct conversions", async () => {
      const who = await someone({ max_file_bytes: 10 });
      const text = (bytes: number) => toYaml(`"${'x'.repeat(bytes - 2)}"`);
      const id = await accepted(submit(app, who, text(1_048_576)));
      assert.equal((await ended(app, who, id)).status, 'completed');
      const larger = await submit(app, who, text(1_048_577));
      assert.deepEqual([larger.status, larger.error.code], [413, 'file_too_large']);
    });

    test("applies the plan's file size limit for jobs to uploaded and fetched files (contract §6.9)", async () => {
      const who = await app.customer('free', { ...busy, max_file_bytes: 1 });
      const id = await accepted(submit(app, who, toYaml('[10000]')));
      assert.equal((await ended(app, who, id)).status, 'completed');
      const larger = await submit(app, who, toYaml('[100000]'));
      assert.deepEqual(
        [larger.status, larger.error.code, larger.error.details],
        [413, 'file_too_large', { limit: 7 }],
      );
      const fetched = await accepted(submitJson(app, who, { source_url: `${at}/unnamed`, target: 'yaml' }));
      const { status, error } = await ended(app, who, fetched);
      assert.deepEqual([status, error?.code], ['failed', 'file_too_large']);
    });

    test('a failed job reports the reason, is not charged and leaves no file', async () => {
      const who = await someone();
      const asked: [string, string, ReturnType<typeof submit>][] = [
        ['bad_request', 'truncated', submit(app, who, toYaml('{"a":'))],
        ['bad_request', 'HTTP 404', submitJson(app, who, { source_url: `${at}/none.json`, target: 'yaml' })],
        [
          'bad_request',
          'empty_file',
          submitJson(app, who, { source_url: `${at}/empty.json`, target: 'yaml' }),
        ],
        ['file_too_large', '', submitJson(app, who, { source_url: `${at}/large.json`, target: 'yaml' })],
        ['unsupported_route', '', submitJson(app, who, { source_url: `${at}/unnamed`, target: 'mp3' })],
      ];
      for (const [code, reason, answer] of asked) {
        const record = await ended(app, who, await accepted(answer));
        const error = record.error as JobError;
        assert.deepEqual([record.status, error.code], ['failed', code], JSON.stringify(record));
        if (reason) assert.equal(error.details['reason'], reason);
        assert.ok(error.message.length > 10);
        assert.equal(record.result, undefined);
      }
      assert.equal((await usageOf(app, who))['used'], 0);
    });

    test("GET /v1/jobs lists only the account's own jobs, newest first", async () => {
      const [who, other] = [await someone(), await someone()];
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push(await accepted(submit(app, who)));
      const failed = await accepted(submit(app, who, toYaml('{"a":')));
      await Promise.all([...ids, failed].map((id) => ended(app, who, id)));
      const pageAt = async (cursor: string): Promise<JobPage> =>
        jsonOf<JobPage>(await ask(app, `/v1/jobs?limit=2${cursor && `&cursor=${cursor}`}`, who));
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { jobs, next_cursor } = await pageAt(cursor);
        assert.ok(jobs.length <= 2);
        seen.push(...jobs.map((job) => job.job_id));
        cursor = next_cursor;
      }
      assert.deepEqual(seen, [failed, ...ids.reverse()]);
      const ofStatus = jsonOf<{ jobs: JobResource[] }>(await ask(app, '/v1/jobs?status=failed', who));
      assert.deepEqual(
        ofStatus.jobs.map((job) => job.job_id),
        [failed],
      );
      assert.deepEqual(jsonOf(await ask(app, '/v1/jobs', other)), { jobs: [], next_cursor: null });
      for (const method of ['GET', 'DELETE']) {
        assert.equal((await ask(app, `/v1/jobs/${failed}`, other, { method })).status, 404);
      }
      assert.equal((await ask(app, `/v1/jobs/${failed}/events`, other)).status, 404);
    });

    test('DELETE immediately removes the files of an ended job, but the record keeps its status', async () => {
      const who = await someone();
      const id = await accepted(submit(app, who));
      const { result } = await ended(app, who, id);
      const link = result?.file_url ?? assert.fail('no result');
      const gone = async () => !(await objectsOf(app)).some((name) => link.includes(name));
      assert.ok(!(await gone()));
      for (let again = 0; again < 2; again += 1) {
        const answer = await ask(app, `/v1/jobs/${id}`, who, { method: 'DELETE' });
        assert.equal(answer.status, 200, answer.error.message);
        const record = jsonOf<JobResource>(answer);
        assert.deepEqual([record.status, record.result], ['completed', undefined]);
      }
      assert.ok(await gone());
      assert.equal((await fetch(link)).status, 404);
      assert.deepEqual((await jobOf(app, who, id)).status, 'completed');
      assert.equal((await usageOf(app, who))['used'], 1);
    });

    test('two requests with the same Idempotency-Key create one job', async () => {
      const who = await someone();
      const headers = { 'Idempotency-Key': 'once' };
      const first = await submit(app, who, toYaml(), headers);
      const again = await submit(app, who, toYaml(), headers);
      assert.deepEqual(
        [again.status, again.body.toString(), again.headers.get('location')],
        [202, first.body.toString(), first.headers.get('location')],
      );
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const other = await submit(app, who, [...toYaml(), ['indent', '4']], headers);
      assert.deepEqual([other.status, other.error.code], [422, 'bad_request']);
      const ofConvert = await ask(app, '/v1/convert', who, { fields: toYaml(), headers });
      assert.equal(ofConvert.status, 200, 'another endpoint, another key');
      await ended(app, who, jsonOf<{ job_id: string }>(first).job_id);
      assert.equal((await usageOf(app, who))['used'], 2);
    });

    test('an accepted job reserves one conversion of the monthly quota', async () => {
      const who = await app.customer('free', { ...busy, monthly_conversions: 1 });
      const id = await accepted(submit(app, who));
      const refused = await submit(app, who);
      assert.deepEqual([refused.status, refused.error.code], [429, 'quota_exceeded']);
      await ended(app, who, id);
    });

    test('deletes the request of a job from the database when the job ends', async () => {
      const who = await someone();
      const id = await accepted(submit(app, who, toYaml('{"a":')));
      await ended(app, who, id);
      const { query } = app.registry.database;
      const row = await query.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.deepEqual([row.request, row.upload, row.lease_id], [null, null, null]);
      assert.equal(app.service.log.filter((line) => line.includes('svc_sk_')).length, 0);
    });

    test('ended jobs leave only their results: no other files, job folders or orphaned objects', async () => {
      const { query } = app.registry.database;
      const left = async () => {
        const orphaned = await query.selectFrom('orphaned_objects').select('name').execute();
        return [...orphaned, ...(await app.service.jobFolders())];
      };
      await until('all leftovers are removed', 5_000, async () => (await left()).length === 0);
      const results = await query
        .selectFrom('jobs')
        .select('result_object')
        .where('result_object', 'is not', null)
        .execute();
      const kept = (await objectsOf(app)).filter((name) => name.startsWith('kept-'));
      assert.ok(kept.length > 5);
      assert.deepEqual(kept.sort(), results.map((row) => row.result_object ?? '').sort());
    });
  });
}

interface JobPage {
  jobs: JobResource[];
  next_cursor: string | null;
}

interface JobError {
  code: string;
  message: string;
  details: Record<string, unknown>;
}
