/** Lists of words that are many and mostly equal, kept once. */

/** A function that gives back the first of equal lists. */
export function intern<T extends string>(): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, readonly T[]>();
  return (list) => {
    const name = list.join(' ');
    const first = known.get(name) ?? list;
    known.set(name, first);
    return first;
  };
}
