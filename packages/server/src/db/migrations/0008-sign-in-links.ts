/**
 * Adds the mailbox and the purpose of sign-in links, and deletes the sign-up windows, which contain email addresses.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('magic_links')
    .addColumn('mailbox', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('magic_links')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('key'))
    .execute();
  await db.schema.createIndex('magic_links_mailbox').on('magic_links').column('mailbox').execute();
  await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();
  // Deletes the existing rows, because they contain unencrypted addresses. New rows contain digests of addresses.
  await sql`delete from sign_up_windows`.execute(db);
}
