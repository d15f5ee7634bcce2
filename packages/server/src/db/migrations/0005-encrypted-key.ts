/** The column of a webhook secret says what it holds; the rows stay. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_secrets').renameColumn('sealed', 'encrypted_key').execute();
}
