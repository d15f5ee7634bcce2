/** The export of an account is complete, contains no secrets and needs little memory (contract §7.12). */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { run } from '../../samples/run.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import { memoryOf } from '../../support/server/memory.ts';
import {
  ask,
  inEachTestApp,
  toYaml,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

/**
 * Number of ledger rows that an account may have after several years. All of these ledger rows together would not fit
 * into the heap of the server.
 */
const many = 200_000;
const heapMegabytes = 64;
/**
 * Upper bound on the growth of the server's memory during the export. The exported files are larger than this bound, so
 * the server cannot keep all exported files in memory.
 */
const maxGrowthMB = 60;

/** Downloads the export of the customer's account. Returns the content of each file in the export, by name. */
async function exportOf(app: TestApp, customer: Customer): Promise<Record<string, string>> {
  const answer = await ask(app, '/v1/account/export', customer);
  assert.equal(answer.status, 200, answer.error.message);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="protean-account-.*\.zip"/,
  );
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-export-'));
  try {
    await writeFile(path.join(dir, 'export.zip'), answer.body);
    await run('/usr/bin/python3', ['-m', 'zipfile', '-e', 'export.zip', 'files'], { cwd: dir });
    const names = await readdir(path.join(dir, 'files'));
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await readFile(path.join(dir, 'files', name), 'utf8')] as const),
      ),
    );
  } finally {
    await rm(dir, { recursive: true });
  }
}

const linesOf = (csv = '') => csv.split('\r\n').filter((line) => line !== '');

inEachTestApp(
  (here) => {
    test('the account export contains the records of the account, but no secrets', async () => {
      const { app } = here;
      const who = await app.customer('hobby', { requests_per_minute: 100_000 });
      const post = (place: string, body: object) =>
        ask(app, place, who, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const formula = '=HYPERLINK("http://example.com")';
      const made = await post('/v1/keys', { name: formula });
      const { secret } = JSON.parse((await post('/v1/webhooks/secret', {})).body.toString()) as {
        secret: string;
      };
      assert.equal((await ask(app, '/v1/convert', who, { fields: toYaml() })).status, 200);
      const hook = 'http://127.0.0.1:65535/hook';
      const id = await accepted(submit(app, who, [...toYaml(), ['webhook_url', hook]]));
      await ended(app, who, id);
      const { file_url } = (
        JSON.parse((await ask(app, `/v1/jobs/${id}`, who)).body.toString()) as {
          result: { file_url: string };
        }
      ).result;

      const files = await exportOf(app, who);
      const json = <Content>(name: string) => JSON.parse(files[`${name}.json`] ?? '') as Content;
      assert.deepEqual(Object.keys(files).sort(), [
        'account.json',
        ...['jobs.csv', 'jobs.json', 'keys.csv', 'keys.json', 'ledger.csv', 'ledger.json'],
        ...['usage-by-day.csv', 'usage-by-day.json', 'usage.json'],
        ...['webhook-deliveries.csv', 'webhook-deliveries.json'],
      ]);
      assert.equal(json<{ id: string }>('account').id, who.id);
      assert.equal(json<{ conversions: { used: number } }>('usage').conversions.used, 2);
      assert.deepEqual(
        json<{ name: string }[]>('keys').map(({ name }) => name),
        ['first key', formula],
      );
      assert.ok(files['keys.csv']?.includes(`"'=HYPERLINK(""http://example.com"")"`), files['keys.csv']);
      assert.deepEqual(
        json<{ nth: number; payer: string }[]>('ledger').map(({ nth, payer }) => [nth, payer]),
        [
          [1, 'quota'],
          [2, 'quota'],
        ],
      );
      const [job = assert.fail()] = json<{ job_id: string; webhook_url: string }[]>('jobs');
      assert.deepEqual([job.job_id, job.webhook_url], [id, hook]);
      const [delivery = assert.fail()] =
        json<{ job_id: string; url: string; event: string }[]>('webhook-deliveries');
      assert.deepEqual([delivery.job_id, delivery.url, delivery.event], [id, hook, 'job.completed']);
      for (const name of ['keys', 'ledger', 'jobs', 'webhook-deliveries', 'usage-by-day'])
        assert.equal(linesOf(files[`${name}.csv`]).length, json<unknown[]>(name).length + 1, name);

      const { api_key } = JSON.parse(made.body.toString()) as { api_key: string };
      const signature = new URL(file_url).searchParams.get('signature') ?? assert.fail();
      for (const one of [who.key, api_key, secret, signature])
        assert.ok(!Object.values(files).some((text) => text.includes(one)), one.slice(0, 8));
    });

    test('the account export writes 200,000 ledger rows without holding all rows in memory', async (t) => {
      const { app } = here;
      const who = await app.customer('growth', { requests_per_minute: 100_000 });
      // Generates the rows inside the database, because sending the rows to the database would take longer than the
      // rest of the test.
      await sql`
        with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth < ${sql.lit(many)})
        insert into ledger
          (id, account_id, month, nth, payer, from_quota, billed, owed_micro_usd, at)
        select ${who.id} || ' ' || nth, ${who.id}, '2025-01', nth, 'quota', nth, 0, 0, nth from numbers
      `.execute(app.registry.database.query);
      // Updates the statistics for the query planner. PostgreSQL would update these statistics itself, but only a
      // minute later.
      await sql`analyze`.execute(app.registry.database.query);
      const { pid } = app.service.process;
      const before = memoryOf(pid);
      const files = await exportOf(app, who);
      const grown = memoryOf(pid).peak - before.now;
      const ledger = JSON.parse(files['ledger.json'] ?? '') as { nth: number }[];
      assert.equal(ledger.length, many);
      assert.ok(ledger.every(({ nth }, at) => nth === at + 1));
      assert.equal(linesOf(files['ledger.csv']).length, many + 1);
      const bytes = (files['ledger.json'] ?? '').length + (files['ledger.csv'] ?? '').length;
      assert.ok(bytes > 40e6, `${bytes} bytes`);
      t.diagnostic(`from ${Math.round(before.now)} MB by ${Math.round(grown)} MB`);
      assert.ok(grown < maxGrowthMB, `${Math.round(grown)} MB`);
      assert.equal((await usageOf(app, who))['used'], 0, 'of another month');
    });
  },
  {
    settings: {
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
      WARM: 'off',
      NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
    },
  },
);
