/**
 * Creates two tables: one for email messages about monthly limits, each sent once, and one for changes to an account's
 * credits.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('limit_notices')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('threshold', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .addPrimaryKeyConstraint('limit_notices_primary', ['account_id', 'month', 'threshold'])
    .execute();
  await db.schema
    .createIndex('limit_notices_due')
    .on('limit_notices')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
  // This index omits unclaimed rows. SQLite therefore uses a better index to find unclaimed rows.
  await db.schema
    .createIndex('limit_notices_lease')
    .on('limit_notices')
    .column('lease_id')
    .where(sql.ref('lease_id'), 'is not', null)
    .execute();
  await db.schema
    .createTable('credit_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('lost', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('credit_changes_account')
    .on('credit_changes')
    .columns(['account_id', 'at'])
    .execute();
}
