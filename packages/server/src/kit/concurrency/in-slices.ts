/** Does short work for each of many items, and lets other work go on between slices of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many short calls of the system take a few milliseconds. */
const sliceItems = 100;

/** Calls `work` for each item, one after the other. */
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
