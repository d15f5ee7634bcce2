/** Sends cases again with the option `report`. The readers of file info then read the hostile files too. */
import type { FileCase, HostileCase } from '../../case.ts';

/** Copies the cases that `isOnce` selects. A copy has only the first target, and requests a report. */
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
 * Returns whether a case has a file, is short, is sent only once, depends on no location and may be converted. Excludes
 * mutants, because they are random: other tests cover the readers of file info with purpose-made files.
 */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
