/** Adds a column with the source of an account's plan. The operator assigned all existing plans other than `free`. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('plan_source', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await sql`update accounts set plan_source = 'operator' where plan <> 'free'`.execute(db);
}
