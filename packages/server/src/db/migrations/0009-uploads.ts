/** Creates the table for uploads: files that are received before their conversion is requested. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('max_bytes', 'bigint', (column) => column.notNull())
    .addColumn('length', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('object', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('received_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('claim', 'text')
    .addColumn('lease_id', 'text', (column) => column.references('leases.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('uploads_owner').on('uploads').column('owner').execute();
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute();
  await db.schema
    .createIndex('uploads_lease')
    .on('uploads')
    .column('lease_id')
    .where(sql.ref('lease_id'), 'is not', null)
    .execute();
}
