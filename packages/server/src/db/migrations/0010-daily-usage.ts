/**
 * Creates the table for usage by UTC day and API key. Adds the API key to the reservations and to the ledger. For
 * earlier conversions, the API key in the reservation and the ledger is null.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reservations').addColumn('key_id', 'text').execute();
  await db.schema.alterTable('ledger').addColumn('key_id', 'text').execute();
  await db.schema
    .createTable('daily_usage')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('conversions', 'bigint', (column) => column.notNull())
    .addColumn('overage', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_usage_primary', ['account_id', 'day', 'key_id'])
    .execute();
  await sql`
    insert into daily_usage (account_id, day, key_id, conversions, overage, failed)
    select account_id, at / 86400000, '', count(*), sum(case payer when 'overage' then 1 else 0 end), 0
    from ledger
    group by account_id, at / 86400000
  `.execute(db);
}
