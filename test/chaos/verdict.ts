/** What must hold of a run once nothing waits any more; each function says what does not. */
import type { Selectable } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';
import type { JobRow } from '../../packages/server/src/db/tables.ts';
import type { JobView } from '../../packages/server/src/jobs/record.ts';
import { witnessed } from './audit.ts';
import type { ProcessGroup } from './process-group.ts';
import { fetched, jobOf, listOf, usedBy, type Customer } from './customers.ts';
import type { Sent } from './sent.ts';

export interface RunScene {
  group: ProcessGroup;
  database: Database;
  customers: readonly Customer[];
  sent: readonly Sent[];
}

type FinishedJobRow = Selectable<JobRow>;

/** Every job that was accepted is there, and no other. */
export async function lost({ group, database, customers, sent }: RunScene): Promise<string[]> {
  const { count } = await database.query
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const wrong = count === sent.length ? [] : [`${sent.length} jobs were sent, ${count} are there`];
  for (const customer of customers) {
    const expected = sent.filter((one) => one.customer === customer).map(({ id }) => id);
    const told = await listOf(group, customer);
    if (!sameSet(told, expected))
      wrong.push(`${expected.length} sent by ${customer.id}, told ${told.length}`);
  }
  return wrong;
}

/** Each became terminal once, and stayed as it had become. */
export async function endedTwice({ database }: RunScene): Promise<string[]> {
  const ends = Map.groupBy(await witnessed(database), ({ job_id }) => job_id);
  const rows = await database.query.selectFrom('jobs').select(['id', 'status']).execute();
  return rows.flatMap(({ id, status }) => {
    const seen = ends.get(id) ?? [];
    const right = seen.length === 1 && seen[0]?.after === status && seen[0].before !== seen[0].after;
    return right ? [] : [`${id} is ${status} after ${JSON.stringify(seen)}`];
  });
}

/** Each ended as its file deserved, and results can be fetched and are right. */
export async function outcomes({ group, database, sent }: RunScene): Promise<string[]> {
  const rows = new Map(
    (await database.query.selectFrom('jobs').selectAll().execute()).map((row) => [row.id, row]),
  );
  const wrong = await Promise.all(
    sent.map(async (one) => {
      const row = rows.get(one.id);
      if (!row) return [`${one.id} is not there`];
      const record = await jobOf(group, one.customer, one.id);
      const says = await wrongOf(group, one, record, row);
      return says ? [`${one.id} (${one.task.target}) ${says}: ${JSON.stringify(record)}`] : [];
    }),
  );
  return wrong.flat();
}

async function wrongOf(
  group: ProcessGroup,
  { task, cancelled }: Sent,
  record: JobView,
  row: FinishedJobRow,
): Promise<string | undefined> {
  const { status, result } = record;
  if (row.lease_id !== null || row.upload !== null || row.request !== null) return 'is still held';
  if (status === 'cancelled' || (cancelled && result === undefined)) {
    return cancelled ? undefined : 'was cancelled by nobody';
  }
  if (cancelled) return 'has a result that was deleted';
  const { reason } = (record.error as { details: { reason?: string } } | undefined)?.details ?? {};
  // The third who dies over a job is the last, whatever its file is.
  if (reason === 'worker_died')
    return row.crash_count === 2 && row.fencing_token >= 3 ? undefined : 'was given up';
  if (!task.isRight) return reason === 'unreadable_file' ? undefined : 'should have failed';
  if (!result) return 'should have a result';
  const { status: answered, body } = await fetched(group, result.file_url);
  if (answered !== 200) return `has a result that is answered ${answered}`;
  return task.isRight(body) && body.length === result.size ? undefined : 'has a wrong result';
}

/** What was completed is charged once, and nothing else is; nothing stays reserved. */
export async function charges({ group, database, customers }: RunScene): Promise<string[]> {
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
    const inTurn = rows.every(({ nth }, at) => nth === at + 1);
    if (!sameSet(charged, completed) || used !== completed.length || !inTurn) {
      wrong.push(
        `${completed.length} completed, ${charged.length} in the ledger, ${used} told to ${customer.id}`,
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
