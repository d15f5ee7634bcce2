/**
 * Creates the tables for hourly totals of metered overage, which are reported to Stripe, and for daily reconciliations.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('ledger')
    .addColumn('metered', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('meter_hours')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('conversions', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('reported', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reported_at', 'bigint')
    .addColumn('repairs', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .addPrimaryKeyConstraint('meter_hours_primary', ['account_id', 'hour'])
    .execute();
  await db.schema
    .createIndex('meter_hours_due')
    .on('meter_hours')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
  // The index omits unclaimed rows, so that SQLite finds unclaimed rows with a better index.
  await db.schema
    .createIndex('meter_hours_lease')
    .on('meter_hours')
    .column('lease_id')
    .where(sql.ref('lease_id'), 'is not', null)
    .execute();
  await db.schema
    .createTable('reconciliations')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('differences', 'text')
    .execute();
}
