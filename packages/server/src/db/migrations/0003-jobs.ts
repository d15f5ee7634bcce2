/** Creates the tables for jobs, orphaned objects, webhook secrets and webhook deliveries. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('turn', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('source_format', 'text')
    .addColumn('target_format', 'text', (column) => column.notNull())
    .addColumn('progress', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('request', 'text')
    .addColumn('upload', 'text')
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('deaths', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .addColumn('reservation_id', 'text', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('result_object', 'text')
    .addColumn('error', 'text')
    .addColumn('webhook_url', 'text')
    .execute();
  await db.schema.createIndex('jobs_line').on('jobs').columns(['status', 'turn', 'created_at']).execute();
  await db.schema
    .createIndex('jobs_account')
    .on('jobs')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('jobs_turns').on('jobs').columns(['account_id', 'status', 'turn']).execute();
  await db.schema.createIndex('jobs_expiry').on('jobs').column('expires_at').execute();
  await db.schema.createIndex('jobs_lease').on('jobs').column('lease_id').execute();
  await db.schema
    .createTable('stray_objects')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('stray_objects_lease').on('stray_objects').column('lease_id').execute();
  await db.schema
    .createTable('webhook_secrets')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('receiver', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_error', 'text')
    .addColumn('due_at', 'bigint')
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('deliveries_due').on('deliveries').column('due_at').execute();
  // Lets a query skip the due deliveries of a slow endpoint without reading their rows.
  await db.schema
    .createIndex('deliveries_unclaimed')
    .on('deliveries')
    .columns(['due_at', 'receiver', 'account_id'])
    .where(sql.ref('lease_id'), 'is', null)
    .execute();
  await db.schema.createIndex('deliveries_job').on('deliveries').column('job_id').unique().execute();
  // The index omits unclaimed rows, so that SQLite uses a better index to find unclaimed rows.
  await db.schema
    .createIndex('deliveries_lease')
    .on('deliveries')
    .column('lease_id')
    .where(sql.ref('lease_id'), 'is not', null)
    .execute();
}
