/**
 * Creates the table for the attempts of deliveries, and adds the start of a delivery's retry schedule. A redelivery
 * restarts the schedule.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('schedule_start', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('nth', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'bigint')
    .addColumn('error', 'text')
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_attempts_primary', ['delivery_id', 'nth'])
    .execute();
}
