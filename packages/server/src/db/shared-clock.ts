/** The time that all processes of a database agree on, however far the clocks of their machines are apart. */
import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { isEmbedded, type Database } from './database.ts';

/** How often the difference is measured again. */
const measureEveryMs = 5_000;
/** An answer that took longer says too little of when the database looked at its clock. */
const slowestAnswerMs = 1_000;

/**
 * A clock of PostgreSQL's time. How far `local` differs from it is measured at once and then every few seconds, until the
 * clock is disposed of. Processes of SQLite share a machine, and its clock is theirs. Rejects when the database does not
 * answer; later `onError` is called, and the last measurement stays.
 */
export async function openSharedClock(
  { query }: Pick<Database, 'query'>,
  local: Clock,
  onError: (error: unknown) => void,
): Promise<Clock & Disposable> {
  const elapsed = () => local.elapsed();
  if (isEmbedded(query)) return { elapsed, now: () => local.now(), [Symbol.dispose]: () => {} };
  let aheadMs = 0;
  const measure = async () => {
    const began = local.elapsed();
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(query);
    const tookMs = local.elapsed() - began;
    const [row] = rows;
    if (row && tookMs <= slowestAnswerMs) aheadMs = Math.round(row.now + tookMs / 2 - local.now());
  };
  await measure();
  const stop = interval(measureEveryMs, measure, onError);
  return { elapsed, now: () => local.now() + aheadMs, [Symbol.dispose]: stop };
}
