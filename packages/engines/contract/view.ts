/** Normalizes sets of mounts, and checks whether one set contains another. */

/**
 * Sorted paths in the sandbox. No path is inside another path of the list. A `*` in the last part of a path matches any
 * characters.
 */
export type View = readonly string[];

export function viewOf(paths: Iterable<string>): View {
  const sorted = [...new Set(paths)].sort();
  return sorted.filter((path) => !sorted.some((other) => isBelow(path, other)));
}

/** Returns whether each path of `narrow` is in `wide`, or is inside a folder in `wide`. */
export function includes(wide: View, narrow: View): boolean {
  return narrow.every((path) => wide.some((other) => other === path || isBelow(path, other)));
}

export const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);
