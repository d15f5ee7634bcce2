/** Measures how long `GET /v1/jobs` takes for an account with a million finished jobs, on SQLite and PostgreSQL. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../packages/server/src/db/tables.ts';
import { databaseKinds, openDatabases } from '../support/storage/databases.ts';
import { closing } from '../support/fixtures.ts';
import { openRegistry } from '../support/storage/registry.ts';
import { answerOf, callWithKey, startService } from '../support/server/service.ts';
import { spread, timed, type Measurement } from './measure.ts';

const jobs = 1_000_000;
const calls = 300;
const path = '/v1/jobs?limit=50';

export async function benchJobList(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const kind of databaseKinds) {
    await using stack = new AsyncDisposableStack();
    const databases = closing(stack, await openDatabases(kind));
    const env = {
      WARM: 'off',
      RATE_OVERRIDES: '{"growth":1000000}',
      SECRET_KEY: 'a secret that is only of the bench',
    };
    const settings = { ...env, ...(await databases.fresh()) };
    const service = closing(stack, await startService(settings));
    const registry = closing(stack, await openRegistry({ ...settings, DATA_DIR: service.dataDir }));
    const { key } = await registry.accounts.create('bench@example.com', 'growth');
    await oneJob(service.url, key);
    await repeatJob(registry.database.query);
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1)
      times.push(await timed(() => callWithKey(service.url + path, key)));
    const slowest = times.toSorted((a, b) => a - b)[Math.floor(calls * 0.99)] ?? NaN;
    const { median } = spread(times);
    rows.push({
      what: `GET ${path} of ${jobs.toLocaleString('en')} jobs on ${kind}, the 99th percentile`,
      measured: { min: slowest, median: slowest, max: slowest },
      unit: 'ms',
      most: 30,
      note: `median ${median.toFixed(1)} ms`,
    });
  }
  return rows;
}

/** Submits a job and waits until it is completed. */
async function oneJob(url: string, key: string): Promise<void> {
  const body = new FormData();
  body.append('file', new File(['{"a":1}'], 'a.json'));
  body.append('target', 'yaml');
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await answerOf(await fetch(`${url}/v1/jobs`, { method: 'POST', body, headers }));
  const { job_id } = JSON.parse(answer.body.toString()) as { job_id: string };
  const ended = await callWithKey(`${url}/v1/jobs/${job_id}?wait=60`, key);
  if ((JSON.parse(ended.body.toString()) as { status: string }).status !== 'completed')
    throw new Error(ended.body.toString());
}

/** Copies the row of the job until the account has `jobs` jobs. Each copy is 1 ms older than the previous one. */
async function repeatJob(query: Kysely<Tables>): Promise<void> {
  const template = await query.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  const own: readonly string[] = ['id', 'created_at', 'result_object'];
  const columns = Object.entries(template).filter(
    ([column, value]) => value !== null && !own.includes(column),
  );
  await sql`
    insert into jobs (id, created_at, ${sql.join(columns.map(([column]) => sql.ref(column)))})
    with recursive nth (n) as (select 1 union all select n + 1 from nth where n < ${sql.lit(jobs - 1)})
    select ${sql.lit(template.id.slice(0, -12))} || substr('000000000000' || n, length(cast(n as text)) + 1), ${sql.lit(template.created_at)} - n, ${sql.join(columns.map(([, value]) => sql.lit(value)))} from nth
  `.execute(query);
}
