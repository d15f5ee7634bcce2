/** Creates the table in which worker processes announce their address, capabilities and load. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lease_id', 'text', (column) => column.notNull().references('leases.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('capabilities', 'text', (column) => column.notNull())
    .addColumn('slots', 'bigint', (column) => column.notNull())
    .addColumn('load', 'bigint', (column) => column.notNull())
    .addColumn('heartbeat_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('workers_lease').on('workers').column('lease_id').execute();
}
