/** Interns lists of strings, so that equal lists share memory. */

/**
 * Returns a function that receives lists. If the function has already received an equal list, it returns the earlier
 * list. If the list is new, the function returns it unchanged.
 */
export function intern<T extends string>(): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, readonly T[]>();
  return (list) => {
    const name = list.join(' ');
    const first = known.get(name) ?? list;
    known.set(name, first);
    return first;
  };
}
