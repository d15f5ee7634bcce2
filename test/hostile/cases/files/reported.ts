/**
 * Repeats cases with the option `report`. The server then also reads each hostile file to describe it in the report.
 */
import type { FileCase, HostileCase } from '../../case.ts';

/**
 * Copies the cases that `isOnce` selects. Each copy converts the file only to the first target of the case, and
 * requests a report.
 */
export function reported(cases: readonly HostileCase[]): HostileCase[] {
  return cases.flatMap((row) => {
    if (!isOnce(row)) return [];
    return [
      {
        ...row,
        name: `report-${row.name}`,
        to: row.to.slice(0, 1),
        fields: { ...row.fields, report: 'true' },
      },
    ];
  });
}

/**
 * Returns whether to repeat a case with the option `report`. The case must have a file that the server may convert.
 * Excludes long cases, cases with a location, and cases with several requests. Also excludes mutants, because their
 * changes are random. Other tests use specially damaged files to test the code that describes files.
 */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
