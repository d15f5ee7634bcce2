/** Memoizes values that take long to make. Each value is made once, at the first request. */

/** Returns a function that calls `make` once for each key. Concurrent callers share the promise. */
export function memoize<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const made = new Map<Key, Promise<Made>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
