/** Packs all results into a zip. In the zip, each result is in the same folder as its source file was. */
import { downloadZip } from 'client-zip';
import type { Item } from '../state/item.ts';

export async function zipOf(items: readonly Item[]): Promise<Blob> {
  const taken = new Set<string>();
  const results = items.flatMap((item) => {
    const state = item.state.peek();
    if (state.kind !== 'done') return [];
    const folder = item.path.split('/').slice(0, -1);
    return [{ name: freeName([...folder, state.result.name].join('/'), taken), result: state.result }];
  });
  const entries = async function* () {
    for (const { name, result } of results) yield { name, input: await result.blob() };
  };
  return downloadZip(entries()).blob();
}

/**
 * Returns `name` if it is not taken. If `name` is taken, returns the name with a number inserted, such as `a (2).pdf`.
 */
export function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.') > name.lastIndexOf('/') + 1 ? name.lastIndexOf('.') : name.length;
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name.slice(0, dot)} (${n})${name.slice(dot)}`;
  taken.add(free);
  return free;
}
