/** A witness in the database itself: every time that a job is given a terminal status, or one that had one any other. */
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';

const terminal = `('completed', 'failed', 'cancelled')`;
const note = `insert into chaos_ends (job_id, before, after) values (old.id, old.status, new.status);`;
const when = `when (new.status in ${terminal} or old.status in ${terminal})`;
const trigger = `create trigger chaos_end after update of status on jobs for each row ${when}`;

export async function witness({ query, locksRows }: Database): Promise<void> {
  const statements = [
    'create table chaos_ends (job_id text not null, before text not null, after text not null)',
    ...(locksRows
      ? [
          `create function chaos_note() returns trigger language plpgsql as $$ begin ${note} return new; end $$`,
          `${trigger} execute function chaos_note()`,
        ]
      : [`${trigger} begin ${note} end`]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(query);
}

export interface End {
  job_id: string;
  before: string;
  after: string;
}

export async function witnessed({ query }: Database): Promise<End[]> {
  return (await sql<End>`select job_id, before, after from chaos_ends`.execute(query)).rows;
}
