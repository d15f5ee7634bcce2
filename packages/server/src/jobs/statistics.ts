/** The statistics of the job queue, for metrics. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';

export interface QueueStatistics {
  queued: number;
  processing: number;
  /** Age in seconds of the oldest queued job. */
  oldestSeconds: number;
}

/** Returns the statistics of the job queue, which all processes share. */
export async function queueStatistics({ query }: Database, clock: Clock): Promise<QueueStatistics> {
  const rows = await query
    .selectFrom('jobs')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .where('status', 'in', ['queued', 'processing'])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  const oldest = of('queued')?.oldest;
  return {
    queued: of('queued')?.count ?? 0,
    processing: of('processing')?.count ?? 0,
    oldestSeconds: oldest === undefined ? 0 : Math.max(0, (clock.now() - oldest) / 1000),
  };
}
