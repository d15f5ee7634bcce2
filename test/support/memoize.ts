/** Things that take long to make and are wanted again: each is made when first asked for, and once. */

/** A function that gives what `make` gave for the same key; also to those who ask while it is being made. */
export function memoize<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const made = new Map<Key, Promise<Made>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
