/** Finds the processes of a sandbox from outside, independently of their names and parents. */
import { readdirSync, statSync } from 'node:fs';
import { textOf } from './proc-file.ts';

export interface MemberHints {
  /**
   * The process id of the first process of the sandbox. If the first process leads a process group, the negative id of
   * the group. Undefined if no process has started.
   */
  first: number | undefined;
  /** File with the list of processes. Undefined if the sandbox has no control group. */
  list: string | undefined;
  /** A folder that belongs to the sandbox's user. Undefined if the sandbox has no user. */
  owned: string | undefined;
}

/**
 * Returns all processes of the sandbox. If the sandbox has a control group, reads the group's list of processes.
 * Without a control group, returns the processes of the sandbox's separate user. Without a control group and a separate
 * user, returns the first process or its process group, with all descendants. In a PID namespace, orphans become
 * children of the first process, so no process is missed. Without a PID namespace, the result lacks processes that have
 * left both their group and their parent.
 */
export function membersOf({ first, list, owned }: MemberHints): number[] {
  if (list !== undefined) return numbersIn(list);
  if (first === undefined) return [];
  if (owned !== undefined) return usersProcesses(statSync(owned, { throwIfNoEntry: false })?.uid ?? 0);
  return descendants(first > 0 ? [first] : groupOf(-first));
}

/** Returns the processes and all their descendants. */
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
    // The name of the process, in parentheses, may contain any character. In /proc/PID/stat, the state, the parent and
    // the group of the process follow its name.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group;
  });
}

function usersProcesses(user: number): number[] {
  // No sandbox runs as root. If the folder still belongs to root, the sandbox's user has not been set yet.
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
    // The process has exited.
    return [];
  }
}

function numbersIn(file: string): number[] {
  return textOf(file)
    .split(/\s+/)
    .map(Number)
    .filter((id) => id > 0);
}
