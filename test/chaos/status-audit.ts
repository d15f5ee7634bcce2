/**
 * Installs a database trigger that records each status change of a job to or from a final status (completed, failed or
 * cancelled).
 */
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';

const terminal = `('completed', 'failed', 'cancelled')`;
const record = `insert into chaos_status_changes (job_id, before, after) values (old.id, old.status, new.status);`;
const condition = `when (new.status in ${terminal} or old.status in ${terminal})`;
const trigger = `create trigger chaos_status_change after update of status on jobs for each row ${condition}`;

export async function installStatusAudit({ query, locksRows }: Database): Promise<void> {
  const statements = [
    'create table chaos_status_changes (job_id text not null, before text not null, after text not null)',
    ...(locksRows
      ? [
          `create function chaos_record() returns trigger language plpgsql as $$ begin ${record} return new; end $$`,
          `${trigger} execute function chaos_record()`,
        ]
      : [`${trigger} begin ${record} end`]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(query);
}

export interface StatusChange {
  job_id: string;
  before: string;
  after: string;
}

export async function statusChanges({ query }: Database): Promise<StatusChange[]> {
  return (await sql<StatusChange>`select job_id, before, after from chaos_status_changes`.execute(query))
    .rows;
}
