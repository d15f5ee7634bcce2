/**
 * Creates the tables for request limits, quotas with their ledger, idempotency keys, secrets, and the leases of
 * processes.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('throttle_windows')
    .addColumn('caller', 'text', (column) => column.primaryKey())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('throttle_windows_end').on('throttle_windows').column('ends_at').execute();
  await db.schema
    .createTable('allowances')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('credits', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('overage_enabled', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('overage_cap_micro_usd', 'bigint')
    .execute();
  await db.schema
    .createTable('reservations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('reservations_account').on('reservations').column('account_id').execute();
  await db.schema.createIndex('reservations_lease').on('reservations').column('lease_id').execute();
  await db.schema
    .createTable('ledger')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('nth', 'bigint', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('from_quota', 'bigint', (column) => column.notNull())
    .addColumn('billed', 'bigint', (column) => column.notNull())
    .addColumn('owed_micro_usd', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('ledger_month')
    .on('ledger')
    .columns(['account_id', 'month', 'nth'])
    .unique()
    .execute();
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text')
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_primary', ['account_id', 'endpoint', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_expiry')
    .on('idempotency_keys')
    .column('expires_at')
    .execute();
  await db.schema.createIndex('idempotency_keys_lease').on('idempotency_keys').column('lease_id').execute();
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
