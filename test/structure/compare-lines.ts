/** Compares long lists of lines and reports only their differences. */
import assert from 'node:assert/strict';

/**
 * Asserts that both lists have the same lines, in any order. `hint` says how to update the `kept` lines of a file to
 * the current lines `now`.
 */
export function assertSameLines(kept: readonly string[], now: readonly string[], hint: string): void {
  const differences = [...difference('new', now, kept), ...difference('gone', kept, now)];
  assert.ok(differences.length === 0, `${hint}\n${differences.join('\n')}`);
  assert.equal(kept.length, now.length, `a line is there twice: ${hint}`);
}

/** Returns the first ten of the `lines` that `others` lacks, and the number of additional missing lines. */
function difference(what: string, lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  const own = lines.filter((line) => !known.has(line));
  const shown = own.slice(0, 10).map((line) => `${what}: ${line}`);
  return own.length > 10 ? [...shown, `${what}: and ${own.length - 10} more`] : shown;
}
