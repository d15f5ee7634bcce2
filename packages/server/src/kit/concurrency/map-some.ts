/** Maps items with limited concurrency. */

/**
 * Maps items like `Promise.all`, but with at most `atOnce` calls of `map` at the same time. After an error, starts no
 * more items, waits for the running items, and throws the error of the first failed item in order.
 */
export async function mapSome<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item, n: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const failures = new Map<number, unknown>();
  const work = async () => {
    for (const [n, item] of queue) {
      if (failures.size > 0) return;
      try {
        results[n] = await map(item, n);
      } catch (error) {
        failures.set(n, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // The failure with the lowest index is the first failure in the order of the items, because items start in order and
  // all started items have ended.
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
