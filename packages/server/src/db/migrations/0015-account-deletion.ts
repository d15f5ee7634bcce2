/**
 * Adds columns for the deletion of accounts, and creates the table for the stored results of accounts. A deleted
 * account keeps only its id.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('accounts').addColumn('deleted_at', 'bigint').execute();
  await schema.alterTable('accounts').addColumn('erased_at', 'bigint').execute();
  await schema
    .createIndex('accounts_deleted')
    .on('accounts')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
  await schema
    .alterTable('allowances')
    .addColumn('closed', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('result_objects')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('result_objects_account').on('result_objects').column('account_id').execute();
  await schema.createIndex('result_objects_expiry').on('result_objects').column('expires_at').execute();
}
