/**
 * Checks the conditions that must hold when every job is finished. Each function returns the violations as sentences.
 */
import type { Selectable } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';
import type { JobRow } from '../../packages/server/src/db/tables.ts';
import type { JobResource } from '../../packages/server/src/jobs/record.ts';
import { statusChanges } from './status-audit.ts';
import { fetched, jobOf, listOf, usedBy, type Addressed, type ChaosCustomer } from './customers.ts';
import type { SubmittedJob } from './campaign.ts';

export interface RunScene {
  group: Addressed;
  database: Database;
  customers: readonly ChaosCustomer[];
  jobs: readonly SubmittedJob[];
}

type FinishedJobRow = Selectable<JobRow>;

/** Checks that every submitted job exists and is listed for its customer, and that no other jobs exist. */
export async function missingJobs({ group, database, customers, jobs }: RunScene): Promise<string[]> {
  const { count } = await database.query
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const wrong = count === jobs.length ? [] : [`${jobs.length} jobs were submitted, ${count} exist`];
  for (const customer of customers) {
    const expected = jobs.filter((one) => one.customer === customer).map(({ id }) => id);
    const listed = await listOf(group, customer);
    if (!sameSet(listed, expected))
      wrong.push(`${expected.length} submitted by ${customer.id}, ${listed.length} listed`);
  }
  return wrong;
}

/**
 * Checks that each job changed to a final status (completed, failed or cancelled) exactly once, and kept the final
 * status.
 */
export async function repeatedCompletions({ database }: RunScene): Promise<string[]> {
  const changes = Map.groupBy(await statusChanges(database), ({ job_id }) => job_id);
  const rows = await database.query.selectFrom('jobs').select(['id', 'status']).execute();
  return rows.flatMap(({ id, status }) => {
    const seen = changes.get(id) ?? [];
    const right = seen.length === 1 && seen[0]?.after === status && seen[0].before !== seen[0].after;
    return right ? [] : [`${id} is ${status} after ${JSON.stringify(seen)}`];
  });
}

/** Checks that each job ended as expected for its file, and that its result can be downloaded and is correct. */
export async function wrongOutcomes({ group, database, jobs }: RunScene): Promise<string[]> {
  const rows = new Map(
    (await database.query.selectFrom('jobs').selectAll().execute()).map((row) => [row.id, row]),
  );
  const wrong = await Promise.all(
    jobs.map(async (one) => {
      const row = rows.get(one.id);
      if (!row) return [`${one.id} does not exist`];
      const record = await jobOf(group, one.customer, one.id);
      const fault = await faultOf(group, one, record, row);
      return fault ? [`${one.id} (${one.task.target}) ${fault}: ${JSON.stringify(record)}`] : [];
    }),
  );
  return wrong.flat();
}

async function faultOf(
  group: Addressed,
  { task, cancelled }: SubmittedJob,
  record: JobResource,
  row: FinishedJobRow,
): Promise<string | undefined> {
  const { status, result } = record;
  if (row.lease_id !== null || row.upload !== null || row.request !== null) return 'is still held';
  if (status === 'cancelled' || (cancelled && result === undefined)) {
    return cancelled ? undefined : 'is cancelled without a request';
  }
  if (cancelled) return 'has a result that was deleted';
  const { reason } = (record.error as { details: { reason?: string } } | undefined)?.details ?? {};
  // A job fails regardless of its file if 3 workers have crashed while they ran it.
  if (reason === 'worker_died')
    return row.crash_count === 2 && row.fencing_token >= 3 ? undefined : 'was given up';
  if (!task.isRight) return reason === 'truncated' ? undefined : 'should have failed';
  if (!result) return 'should have a result';
  const { status: answered, body } = await fetched(group, result.file_url);
  if (answered !== 200) return `has a result that is answered ${answered}`;
  return task.isRight(body) && body.length === result.size ? undefined : 'has a wrong result';
}

/**
 * Checks that each completed job is charged exactly once, that nothing else is charged, and that no reservation is
 * left.
 */
export async function wrongCharges({ group, database, customers }: RunScene): Promise<string[]> {
  const { query } = database;
  const wrong: string[] = [];
  for (const customer of customers) {
    const mine = query.selectFrom('jobs').select('reservation_id').where('account_id', '=', customer.id);
    const completed = (await mine.where('status', '=', 'completed').execute()).map(
      (row) => row.reservation_id,
    );
    const ledger = query.selectFrom('ledger').select(['id', 'nth']).where('account_id', '=', customer.id);
    const rows = await ledger.orderBy('nth').execute();
    const charged = rows.map(({ id }) => id);
    const used = await usedBy(group, customer);
    const isNumbered = rows.every(({ nth }, at) => nth === at + 1);
    if (!sameSet(charged, completed) || used !== completed.length || !isNumbered) {
      wrong.push(
        `${completed.length} completed, ${charged.length} in the ledger, ${used} reported to ${customer.id}`,
      );
    }
  }
  const reserved = await query.selectFrom('reservations').select('id').execute();
  return [...wrong, ...reserved.map(({ id }) => `${id} is still reserved`)];
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some);
  return known.size === some.length && some.length === others.length && others.every((one) => known.has(one));
}
