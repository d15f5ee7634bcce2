/** Compares long lists of lines and reports only their differences. */
import assert from 'node:assert/strict';

/**
 * Asserts that both lists have the same lines, in any order. `kept` contains the current lines of a file, and `now`
 * contains the lines that the file should have. `hint` explains how to update the file.
 */
export function assertSameLines(kept: readonly string[], now: readonly string[], hint: string): void {
  const differences = [...difference('new', now, kept), ...difference('gone', kept, now)];
  assert.ok(differences.length === 0, `${hint}\n${differences.join('\n')}`);
  assert.equal(kept.length, now.length, `a line is there twice: ${hint}`);
}

/** Returns the first 10 `lines` that are not in `others`, and the number of further lines that are not in `others`. */
function difference(what: string, lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  const own = lines.filter((line) => !known.has(line));
  const shown = own.slice(0, 10).map((line) => `${what}: ${line}`);
  return own.length > 10 ? [...shown, `${what}: and ${own.length - 10} more`] : shown;
}
