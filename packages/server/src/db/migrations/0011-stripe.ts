/** Creates the tables for the Stripe customers of accounts, applied Stripe events, and paid packs of credits. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stripe_customers')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('customer_id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('subscription_id', 'text')
    .addColumn('subscription_status', 'text')
    .addColumn('overage_subscription_id', 'text')
    .execute();
  await db.schema
    .createTable('stripe_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('stripe_events_applied')
    .on('stripe_events')
    .columns(['kind', 'applied_at'])
    .execute();
  await db.schema
    .createTable('credit_purchases')
    .addColumn('payment_intent', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('reversed', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lost', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
