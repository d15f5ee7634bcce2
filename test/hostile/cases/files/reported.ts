/** Cases against engines, sent again with `report`, so that the readers of file info read the files too. */
import type { FileCase, HostileCase } from '../../case.ts';

/**
 * Returns a copy of each case that is sent only once and depends on no location. The copy has only the first target and
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
 * Returns whether a case is sent only once and is worth a report. Mutants are not, because they are random: other tests
 * cover the readers of file info with purpose-made files.
 */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
