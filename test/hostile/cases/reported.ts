/** Files that aim at the readers of facts: those that aim at the engines, with `report` asked for, which reads them once more. */
import type { FileCase, HostileCase } from '../case.ts';

/** Of each case that is sent once and alike wherever its aim lies, with its first target. */
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

/** Mutants are files of chance: what reads facts of them is tried with those that are made for a purpose. */
function isOnce(row: HostileCase): row is HostileCase & FileCase {
  if (!('make' in row) || row.category === 'mutant') return false;
  return !row.oracle && !row.refused && !row.location && !row.long;
}
