/** Finds a cycle in a graph of imports. */

/**
 * Returns the files of one import cycle. The first file of the cycle is repeated at the end of the list. If there is no
 * cycle, returns an empty list.
 */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): readonly string[] => {
    const start = trail.indexOf(file);
    if (start !== -1) return [...trail.slice(start), file];
    if (done.has(file)) return [];
    for (const target of imports.get(file) ?? []) {
      const cycle = visit(target, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
