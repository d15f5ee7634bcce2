/** How strong the walls around an engine are: one row a level, with what it holds back and what it does not. */
import { bubblewrapCommand, type SandboxPlan } from './box.ts';
import type { SandboxSources, IsolationLevel } from './layout.ts';
import { namespacesCommand } from './namespaces.ts';
import { unprivilegedUserCommand, unprivilegedUsersUnavailable } from './unprivileged-user.ts';
import { hostPaths, unisolatedCommand } from './no-isolation.ts';

export interface Isolation {
  /** For people: what there is. */
  description: string;
  /** The programs it cannot be built without, and Debian's packages of them. */
  needs: readonly { program: string; debian: string }[];
  /** Whether engines may be given files that can name other files, call out or run. */
  trusted: boolean;
  /** Whether it has file systems and a list of processes of its own, and shows no more of the machine than it is told to. */
  ownTree: boolean;
  /** Whether what runs between them is another user than the server, to whom a job's files are lent. */
  unprivilegedUser: boolean;
  /** What ends the process that they tell of, and with it all others. */
  killSignal: 'SIGKILL' | 'SIGTERM';
  /** Why this system does not grant them for boxes in folders like `box`; undefined where it does. */
  unavailableBecause?: (sources: SandboxSources, box: string) => Promise<string | undefined>;
  /** The command that runs `plan.argv` between these walls. */
  command(plan: SandboxPlan): string[];
  /** A text that names the box's places as they are named between these walls. */
  translatePaths(text: string, plan: Pick<SandboxPlan, 'folders' | 'task' | 'sources'>): string;
}

const utilLinux = (...names: readonly string[]) =>
  names.map((name) => ({ program: `/usr/bin/${name}`, debian: 'util-linux' }));

/** Walls are tried with it, and one level's are made of it. */
const perl = { program: '/usr/bin/perl', debian: 'perl-base' };

const unchanged = (text: string) => text;

export const isolationLevels: Readonly<Record<IsolationLevel, Isolation>> = {
  full: {
    description: 'boxed by bubblewrap',
    needs: [{ program: '/usr/bin/bwrap', debian: 'bubblewrap' }, perl],
    trusted: true,
    ownTree: true,
    unprivilegedUser: false,
    killSignal: 'SIGKILL',
    command: bubblewrapCommand,
    translatePaths: unchanged,
  },
  ns: {
    description: 'namespaces without a filter of system calls',
    needs: [...utilLinux('unshare', 'setpriv'), perl],
    trusted: false,
    ownTree: true,
    unprivilegedUser: false,
    killSignal: 'SIGKILL',
    command: namespacesCommand,
    translatePaths: unchanged,
  },
  uid: {
    description:
      'a user of its own for each box: what everybody may read or write is within reach, the network is not',
    needs: [perl, ...utilLinux('setpriv', 'setsid')],
    trusted: false,
    ownTree: false,
    unprivilegedUser: true,
    killSignal: 'SIGTERM',
    unavailableBecause: unprivilegedUsersUnavailable,
    command: unprivilegedUserCommand,
    translatePaths: hostPaths,
  },
  none: {
    description: 'no isolation: files and network of the machine within reach',
    needs: [perl, ...utilLinux('setpriv', 'setsid')],
    trusted: false,
    ownTree: false,
    unprivilegedUser: false,
    killSignal: 'SIGKILL',
    command: unisolatedCommand,
    translatePaths: hostPaths,
  },
};
