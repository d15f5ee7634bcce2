/**
 * Adds counts of carried overage: overage that was reported too late for the invoice of its month, so that a
 * later hour bills it.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['carried_in', 'carried_out'])
    await db.schema
      .alterTable('meter_hours')
      .addColumn(column, 'bigint', (made) => made.notNull().defaultTo(0))
      .execute();
}
