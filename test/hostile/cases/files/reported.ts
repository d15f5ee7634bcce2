/** Files against engines, sent with `report` so that the readers of file info read them too. */
import type { FileCase, HostileCase } from '../../case.ts';

/** Returns one attempt with the first target of each case that is sent once and does not depend on a location. */
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

/** Excludes mutants, because they are random: the readers are tested with purpose-made files. */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
