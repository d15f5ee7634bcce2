/** Renames the column of a webhook secret, so that the name describes the content. The rows remain. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_secrets').renameColumn('sealed', 'encrypted_key').execute();
}
