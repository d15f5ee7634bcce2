/** Renames tables, columns and indexes to the names that the code uses. Keeps all rows. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('jobs').renameColumn('turn', 'start_tag').execute();
  await schema.alterTable('jobs').renameColumn('attempts', 'fencing_token').execute();
  await schema.alterTable('jobs').renameColumn('deaths', 'crash_count').execute();
  await schema.dropIndex('jobs_line').execute();
  await schema.createIndex('jobs_queue').on('jobs').columns(['status', 'start_tag', 'created_at']).execute();
  await schema.dropIndex('jobs_turns').execute();
  await schema
    .createIndex('jobs_start_tags')
    .on('jobs')
    .columns(['account_id', 'status', 'start_tag'])
    .execute();
  await schema.alterTable('deliveries').renameColumn('receiver', 'endpoint_origin').execute();
  await schema.alterTable('stray_objects').renameTo('orphaned_objects').execute();
  await schema.dropIndex('stray_objects_lease').execute();
  await schema.createIndex('orphaned_objects_lease').on('orphaned_objects').column('lease_id').execute();
}
