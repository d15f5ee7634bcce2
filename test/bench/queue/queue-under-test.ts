/** The interface of a measured queue: inserting jobs, claiming them in the queue's order, and completing them. */

/** The jobs that exist before the measurement. Accounts are numbered from 0. */
export interface Backlog {
  queued: number;
  accountOf: (nth: number) => number;
  /** Number of finished jobs that are still stored. */
  finished?: number;
  /**
   * The number of jobs at the head of the queue that need an engine which the workers lack. Only Protean's queue
   * supports this.
   */
  elsewhere?: number;
}

/** A load of parallel workers. Each worker claims up to `batch` jobs with one statement, until `jobs` are done. */
export interface Drain {
  workers: number;
  batch: number;
  jobs: number;
  /** No job begins after this many milliseconds. */
  maxMs: number;
}

/**
 * The result of a drain: the number of completed jobs and its duration. If claims and completions can be timed
 * separately, `claimMs` and `finishMs` contain these times.
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
   * Claims jobs, with `slots` of them active at any time, until jobs of `accounts` different accounts were claimed.
   * Returns the account of each claimed job in order.
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
