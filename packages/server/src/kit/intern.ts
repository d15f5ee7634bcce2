/** Interns lists of strings, so that equal lists share memory. */

/** Returns a function that returns, for each list, the first equal list that it was called with. */
export function intern<T extends string>(): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, readonly T[]>();
  return (list) => {
    const name = list.join(' ');
    const first = known.get(name) ?? list;
    known.set(name, first);
    return first;
  };
}
