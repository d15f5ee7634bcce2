/** Finds the processes of a sandbox from outside, whatever their names and parents. */
import { readdirSync, statSync } from 'node:fs';
import { textOf } from './proc-file.ts';

export interface MemberHints {
  /** The first process, or as a negative number the group it leads; undefined when there was none. */
  first: number | undefined;
  /** The file that lists them, where the sandbox has a control group. */
  list: string | undefined;
  /** A folder of the sandbox's own user, where it has one. */
  owned: string | undefined;
}

/**
 * A control group lists them all. In a process namespace all descend from its first process, as orphans become its
 * children. Elsewhere they are found by their user, or else by their process group and descent, which they can leave.
 */
export function membersOf({ first, list, owned }: MemberHints): number[] {
  if (list !== undefined) return numbersIn(list);
  if (first === undefined) return [];
  if (owned !== undefined) return usersProcesses(statSync(owned, { throwIfNoEntry: false })?.uid ?? 0);
  return descendants(first > 0 ? [first] : groupOf(-first));
}

/** The processes and all their descendants. */
function descendants(roots: readonly number[]): number[] {
  const found = new Set(roots);
  for (const pid of found) {
    for (const thread of entriesOf(`/proc/${pid}/task`)) {
      for (const child of numbersIn(`/proc/${pid}/task/${thread}/children`)) found.add(child);
    }
  }
  return [...found];
}

function groupOf(group: number): number[] {
  return entriesOf('/proc').filter((pid) => {
    const stat = textOf(`/proc/${pid}/stat`);
    // After the name in parentheses, which may hold anything: the state, the parent, the group.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group;
  });
}

function usersProcesses(user: number): number[] {
  // No sandbox runs as root: before it has its user the folder is the server's.
  if (user === 0) return [];
  return entriesOf('/proc').filter((pid) =>
    new RegExp(`^Uid:\\t${user}\\t`, 'm').test(textOf(`/proc/${pid}/status`)),
  );
}

function entriesOf(dir: string): number[] {
  try {
    return readdirSync(dir)
      .map(Number)
      .filter((id) => id > 0);
  } catch {
    // It has exited.
    return [];
  }
}

function numbersIn(file: string): number[] {
  return textOf(file)
    .split(/\s+/)
    .map(Number)
    .filter((id) => id > 0);
}
