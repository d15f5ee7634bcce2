/**
 * Measures fairness if one large account has nearly all queued jobs. For each small account, counts the jobs of the
 * large account that are claimed before the small account's first job.
 */
import { spread, type Spread } from '../measure.ts';
import { accountCount, type Backlog } from './queue-under-test.ts';

/** Returns a backlog in which all jobs of account 0 come first, followed by one job of each other account. */
export function flooded(queued: number): Backlog {
  const big = queued - (accountCount - 1);
  return { queued, accountOf: (nth) => Math.max(0, nth - big + 1) };
}

export interface Waits {
  /** Numbers of jobs of the large account that were claimed before the first job of each other account. */
  taken: Spread;
  /** Number of accounts whose first job was not claimed during the measurement. */
  unseen: number;
}

/**
 * For each account except account 0, counts the jobs of account 0 that were claimed before the first job of that
 * account. `order` contains the account number of each claimed job, in the order of the claims.
 */
export function waitsOf(order: readonly number[]): Waits {
  const taken = new Map<number, number>();
  let big = 0;
  for (const account of order) {
    if (account === 0) big += 1;
    else if (!taken.has(account)) taken.set(account, big);
  }
  return { taken: spread([...taken.values()]), unseen: accountCount - 1 - taken.size };
}
