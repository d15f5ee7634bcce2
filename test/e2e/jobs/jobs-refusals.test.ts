/** Tests the errors for jobs that are refused before they are queued, and for missing jobs (contract §11). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { databaseKinds } from '../../support/storage/databases.ts';
import { accepted, ended, jsonOf, objectsOf, submit, submitJson } from '../../support/jobs/jobs.ts';

/**
 * Base URL for webhooks and source files. No server listens at this URL, because the service refuses each request
 * before it opens the URL.
 */
const at = 'http://127.0.0.1:65000';

for (const kind of databaseKinds) {
  describe(kind, () => {
    let app: TestApp;

    before(async () => {
      app = await openTestApp(kind, { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
    });

    after(() => app.close());

    const someone = () => app.customer('hobby', busy);

    const refusals: [string, number, string, (who: Customer) => ReturnType<typeof submit>][] = [
      ['a missing target', 400, 'target', (who) => submit(app, who, toYaml().slice(0, 1))],
      [
        'an unsupported conversion',
        422,
        '',
        (who) =>
          submit(app, who, [
            ['file', new File(['{}'], 'a.json')],
            ['target', 'mp3'],
          ]),
      ],
      ['an unknown option', 400, 'colour', (who) => submit(app, who, [...toYaml(), ['colour', 'red']])],
      ['an empty file', 400, 'file', (who) => submit(app, who, toYaml(''))],
      [
        'a webhook with a private address',
        400,
        'webhook_url',
        (who) => submit(app, who, [...toYaml(), ['webhook_url', 'http://10.0.0.1/']]),
      ],
      [
        'a webhook without a secret',
        400,
        'webhook_url',
        (who) => submit(app, who, [...toYaml(), ['webhook_url', `${at}/hook`]]),
      ],
      [
        'a source_url with a private address',
        400,
        'source_url',
        (who) => submitJson(app, who, { source_url: 'http://169.254.169.254/a.json', target: 'yaml' }),
      ],
      [
        'a request without a file and without source_url',
        400,
        'source_url',
        (who) => submitJson(app, who, { target: 'yaml' }),
      ],
      [
        'an option that does not apply to a file from source_url',
        400,
        'dpi',
        (who) => submitJson(app, who, { source_url: `${at}/a.json`, target: 'yaml', dpi: 300 }),
      ],
      [
        'an unknown target for a file from source_url',
        422,
        'target',
        (who) => submitJson(app, who, { source_url: `${at}/unnamed`, target: 'nothing' }),
      ],
    ];
    for (const [what, status, field, request] of refusals) {
      test(`for ${what}, immediately returns ${status} and creates no job, reservation or file`, async () => {
        const who = await someone();
        const before = await objectsOf(app);
        const answer = await request(who);
        assert.equal(answer.status, status, answer.error.message);
        if (field) assert.equal(answer.error.details?.['field'], field);
        const { jobs } = jsonOf<{ jobs: unknown[] }>(await ask(app, '/v1/jobs', who));
        assert.deepEqual(jobs, []);
        assert.deepEqual(await objectsOf(app), before);
        const { query } = app.registry.database;
        const held = await query
          .selectFrom('reservations')
          .selectAll()
          .where('account_id', '=', who.id)
          .execute();
        assert.deepEqual(held, []);
      });
    }

    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['cursor=x', 'cursor'],
      ['status=done', 'status'],
      ['status=failed&status=queued', 'status'],
    ] as const) {
      test(`GET /v1/jobs?${query} returns 400`, async () => {
        const { status, error } = await ask(app, `/v1/jobs?${query}`, await someone());
        assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', field]);
      });
    }

    for (const wait of ['61', '-1', 'a', '1.5']) {
      test(`GET /v1/jobs/{id}?wait=${wait} returns 400`, async () => {
        const who = await someone();
        const id = await accepted(submit(app, who));
        const { status, error } = await ask(app, `/v1/jobs/${id}?wait=${wait}`, who);
        assert.deepEqual([status, error.details?.['field']], [400, 'wait']);
        await ended(app, who, id);
      });
    }

    for (const id of ['x', '%00', '7d1b6f0e-5a1c-4b52-9c0e-3a8d5f0c1b2a']) {
      test(`returns 404 not_found for the invalid or unknown job id ${id}`, async () => {
        const who = await someone();
        for (const [method, rest] of [
          ['GET', ''],
          ['DELETE', ''],
          ['GET', '/events'],
        ] as const) {
          const { status, error } = await ask(app, `/v1/jobs/${id}${rest}`, who, { method });
          assert.deepEqual([status, error.code], [404, 'not_found']);
        }
      });
    }
  });
}
