/** Compares long lists of lines and says only in what they differ. */
import assert from 'node:assert/strict';

/** `hint` says how to bring what is `kept` in a file up to date with what is true `now`; their order means nothing. */
export function assertSameLines(kept: readonly string[], now: readonly string[], hint: string): void {
  const differences = [...difference('new', now, kept), ...difference('gone', kept, now)];
  assert.ok(differences.length === 0, `${hint}\n${differences.join('\n')}`);
  assert.equal(kept.length, now.length, `a line is there twice: ${hint}`);
}

/** The first ten of `lines` that are not in `others`, and how many more there are. */
function difference(what: string, lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  const own = lines.filter((line) => !known.has(line));
  const shown = own.slice(0, 10).map((line) => `${what}: ${line}`);
  return own.length > 10 ? [...shown, `${what}: and ${own.length - 10} more`] : shown;
}
