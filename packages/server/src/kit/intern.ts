/** Interns lists of words: many equal ones take the memory of one. */

/** Returns a function that returns the first of equal lists. */
export function intern<T extends string>(): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, readonly T[]>();
  return (list) => {
    const name = list.join(' ');
    const first = known.get(name) ?? list;
    known.set(name, first);
    return first;
  };
}
