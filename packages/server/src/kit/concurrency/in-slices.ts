/** Processes many items in slices and lets other work run between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items per slice. With short system calls, a slice takes a few milliseconds. */
const sliceItems = 100;

/** Calls `work` for each item in order. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  for (const [n, item] of items.entries()) {
    if (n % sliceItems === sliceItems - 1) await nextTurn();
    const pending = work(item);
    if (pending) await pending;
  }
}
