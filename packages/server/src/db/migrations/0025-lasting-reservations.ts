/**
 * Counts the reserved units of jobs by account and month, so that one row represents a million queued jobs.
 * Reservations of jobs have no lease. Triggers update the counts, so that reservations by processes of the previous
 * version are included.
 */
import { sql, type Kysely } from 'kysely';
import { isEmbedded } from '../database.ts';
import type { Tables } from '../tables.ts';

const add = `
  insert into lasting_reservations (account_id, month, units) values (new.account_id, new.month, new.units)
  on conflict (account_id, month) do update set units = lasting_reservations.units + excluded.units`;
const subtract = `
  update lasting_reservations set units = units - old.units where account_id = old.account_id and month = old.month`;

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('lasting_reservations')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lasting_reservations_primary', ['account_id', 'month'])
    .execute();
  // The triggers are created before the rows are counted, so that no row is added in between. On PostgreSQL, creating a
  // trigger waits for writers, and later writers wait for the trigger.
  for (const [event, row, statement] of [
    ['insert', 'new', add],
    ['delete', 'old', subtract],
  ] as const)
    await (isEmbedded(db) ? inSqlite : inPostgres)(db, { event, row, statement });
  await sql`
    insert into lasting_reservations (account_id, month, units)
    select account_id, month, sum(units) from reservations where lease_id is null group by account_id, month`.execute(
    db,
  );
  await db.schema
    .createIndex('reservations_leased')
    .on('reservations')
    .column('account_id')
    .where(sql.ref('lease_id'), 'is not', null)
    .execute();
}

interface CountingTrigger {
  event: 'insert' | 'delete';
  row: 'new' | 'old';
  statement: string;
}

async function inSqlite(db: Kysely<Tables>, { event, row, statement }: CountingTrigger): Promise<void> {
  await sql
    .raw(
      `create trigger reservations_on_${event} after ${event} on reservations when ${row}.lease_id is null
       begin ${statement}; end`,
    )
    .execute(db);
}

async function inPostgres(db: Kysely<Tables>, { event, row, statement }: CountingTrigger): Promise<void> {
  const name = `count_reservation_${event}`;
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger reservations_on_${event} after ${event} on reservations
       for each row when (${row}.lease_id is null) execute function ${name}()`,
    )
    .execute(db);
}
