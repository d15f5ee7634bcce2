/** Maps items with a bound on how many run at once. */

/**
 * As `Promise.all` with `map`, at most `atOnce` at a time; when one throws, no more begin, those that run are waited for, and
 * the error is that of the first in order.
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
  // Items begin in order, so that what fails before another in order has begun too.
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
