/**
 * Repeats cases with the option `report`. If a report is requested, the server also reads the hostile file to describe
 * it in the report.
 */
import type { FileCase, HostileCase } from '../../case.ts';

/**
 * Returns copies of the cases for which `isOnce` returns true. Each copy converts the file only to the first target of
 * the case, and requests a report.
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
 * Returns whether to repeat a case with the option `report`. Only cases with a file that the server may convert are
 * repeated. Long cases, cases with a location, and cases with several requests are not repeated. Mutants are not
 * repeated, because their bytes are changed at random, and other tests run the code that describes files on
 * deliberately damaged files.
 */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
