/** Adds counts of overage that was reported too late for the invoice of its month and is billed by a later hour. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['carried_in', 'carried_out'])
    await db.schema
      .alterTable('meter_hours')
      .addColumn(column, 'bigint', (made) => made.notNull().defaultTo(0))
      .execute();
}
