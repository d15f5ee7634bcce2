/** What the bench asks of a queue, whoever made it: jobs put in, taken in its own order, and ended. */

/** The jobs that are there before anything is measured; accounts are numbers from 0. */
export interface Backlog {
  queued: number;
  accountOf: (nth: number) => number;
  /** Jobs that have ended and are still kept. */
  finished?: number;
  /** So many of the first need an engine that the workers do not have; only ours knows of that. */
  elsewhere?: number;
}

/** So many at once, each taking up to `batch` jobs with one statement, until `jobs` are over. */
export interface Drain {
  workers: number;
  batch: number;
  jobs: number;
  /** No more is begun after so many milliseconds. */
  maxMs: number;
}

/** How many jobs were claimed and finished, and the milliseconds of each where they can be told apart. */
export interface Drained {
  jobs: number;
  ms: number;
  claimMs?: number;
  finishMs?: number;
}

export interface QueueUnderTest {
  readonly name: string;
  /** Fills an empty queue, and has the database know its new statistics. */
  fill(backlog: Backlog): Promise<void>;
  enqueue(account: number): Promise<void>;
  drain(drain: Drain): Promise<Drained>;
  /**
   * The accounts of the next jobs in the order in which they are claimed, `slots` of them running at any time, until so many
   * accounts had one.
   */
  order(accounts: number, slots: number): Promise<number[]>;
  close(): Promise<void>;
}

export const accountCount = 100;

/** Runs `work` by `workers` at once until it says that nothing is left. */
export async function inParallel(workers: number, work: () => Promise<boolean>): Promise<void> {
  const one = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: workers }, one));
}
