/** Interns lists of strings, so that equal lists share memory. */

/** Returns a function that maps each list to the first list with equal items that the function has received. */
export function intern<T extends string>(): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, readonly T[]>();
  return (list) => {
    const name = list.join(' ');
    const first = known.get(name) ?? list;
    known.set(name, first);
    return first;
  };
}
