/** Makes file names unique within a folder by adding numbers. */
import path from 'node:path';

/**
 * Returns `name`, or the first of `name (2)`, `name (3)` … that is not in `taken`, and adds it to `taken`. Ignores
 * case.
 */
export function distinctName(name: string, taken: Set<string>): string {
  const { dir, name: stem, ext } = path.posix.parse(name);
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : path.posix.join(dir, `${stem} (${n})${ext}`);
    const key = candidate.normalize('NFC').toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return candidate;
  }
}
