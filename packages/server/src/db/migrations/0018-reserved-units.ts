/** Adds the number of conversions to a reservation, because a request may have several files. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('reservations')
    .addColumn('units', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
