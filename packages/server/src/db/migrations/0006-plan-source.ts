/** Adds who decided the plan of an account. Accounts with another plan than `free` got it from the operator. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('plan_source', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await sql`update accounts set plan_source = 'operator' where plan <> 'free'`.execute(db);
}
