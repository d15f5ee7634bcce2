/**
 * The interface of a queue in the benchmark. The queue's methods insert jobs, claim jobs in the queue's order, and
 * complete jobs.
 */

/** The jobs that exist before the measurement. Accounts are numbered from 0. */
export interface Backlog {
  queued: number;
  accountOf: (nth: number) => number;
  /** Number of finished jobs that are still stored. */
  finished?: number;
  /**
   * Number of jobs at the head of the queue that no worker can run, because no worker has the required engine. Only
   * Protean's queue supports jobs that require an engine.
   */
  elsewhere?: number;
}

/** A load of parallel workers. Each worker claims up to `batch` jobs with one statement, until `jobs` are done. */
export interface Drain {
  workers: number;
  batch: number;
  jobs: number;
  /** The workers claim no job after this many milliseconds. */
  maxMs: number;
}

/**
 * The result of a drain: number of completed jobs and duration in milliseconds. If the queue can time claims and
 * completions separately, `claimMs` and `finishMs` are their durations.
 */
export interface Drained {
  jobs: number;
  ms: number;
  claimMs?: number;
  finishMs?: number;
}

export interface QueueUnderTest {
  readonly name: string;
  /** Fills an empty queue and updates the statistics of the database. */
  fill(backlog: Backlog): Promise<void>;
  enqueue(account: number): Promise<void>;
  drain(drain: Drain): Promise<Drained>;
  /**
   * Claims jobs until at least one job of each of `accounts` accounts was claimed. At most `slots` jobs are active at a
   * time. Returns the account number of each claimed job, in the order of the claims.
   */
  order(accounts: number, slots: number): Promise<number[]>;
  close(): Promise<void>;
}

export const accountCount = 100;

/** Calls `work` repeatedly in `workers` parallel loops. Each loop ends when `work` returns false. */
export async function inParallel(workers: number, work: () => Promise<boolean>): Promise<void> {
  const one = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: workers }, one));
}
