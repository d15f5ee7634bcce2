/**
 * Adds a column that states who decided an account's plan. All existing plans except `free` were assigned by the
 * operator.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('plan_source', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await sql`update accounts set plan_source = 'operator' where plan <> 'free'`.execute(db);
}
