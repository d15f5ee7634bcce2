/** How long the first jobs of small accounts wait behind one that has 99 % of the queue, in jobs of it that are taken before. */
import { spread, type Spread } from '../measure.ts';
import { accountCount, type Backlog } from './queue-under-test.ts';

/** Account 0 has queued its jobs before each of the others queues one. */
export function flooded(queued: number): Backlog {
  const big = queued - (accountCount - 1);
  return { queued, accountOf: (nth) => Math.max(0, nth - big + 1) };
}

export interface Waits {
  /** Of the accounts whose first job was seen. */
  taken: Spread;
  /** How many accounts' first jobs were not among those that were looked at. */
  unseen: number;
}

/** `order` are the accounts of jobs as they were claimed. */
export function waitsOf(order: readonly number[]): Waits {
  const taken = new Map<number, number>();
  let big = 0;
  for (const account of order) {
    if (account === 0) big += 1;
    else if (!taken.has(account)) taken.set(account, big);
  }
  return { taken: spread([...taken.values()]), unseen: accountCount - 1 - taken.size };
}
