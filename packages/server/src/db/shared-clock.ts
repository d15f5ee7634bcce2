/**
 * A common time for all processes that use a database. The common time does not depend on the clocks of the processes'
 * machines.
 */
import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { isEmbedded, type Database } from './database.ts';

/** Interval between measurements of the clock difference, in milliseconds. */
const measureEveryMs = 5_000;
/**
 * Maximum duration of a measurement, in milliseconds. After a slower response, the time at which the database read its
 * clock is too uncertain, so the response is ignored.
 */
const slowestAnswerMs = 1_000;

/**
 * Opens a clock that shows the time of the PostgreSQL server. The difference between this clock and `local` is measured
 * immediately, and every few seconds until the clock is disposed. Processes that use SQLite share the clock of their
 * machine. Rejects if the first measurement of the difference fails. If a later measurement fails, calls `onError` and
 * keeps the difference that was measured last.
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
