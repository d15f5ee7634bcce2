/** The isolation levels, one row each: what a level needs, what it isolates and how it starts a program. */
import { bubblewrapCommand } from './bubblewrap.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { SandboxSources, IsolationLevel } from './layout.ts';
import { unprivilegedUserCommand, unprivilegedUsersUnavailable } from './unprivileged-user.ts';
import { hostPaths, unisolatedCommand } from './no-isolation.ts';

export interface Isolation {
  /** For people: what isolates. */
  description: string;
  /** The programs it needs, and Debian's packages of them. */
  needs: readonly { program: string; debian: string }[];
  /** Whether engines may be given files that can name other files, call out or run. */
  trusted: boolean;
  /** Whether it has its own file systems and process ids, and shows no more of the machine than is mounted. */
  ownTree: boolean;
  /** Whether programs run as another user than the server, who is granted the ownership of a job's files. */
  unprivilegedUser: boolean;
  /** The signal that kills the first process, and with it all others. */
  killSignal: 'SIGKILL' | 'SIGTERM';
  /** Why this system does not grant it for sandboxes in folders like `dir`; undefined where it does. */
  unavailableBecause?: (sources: SandboxSources, dir: string) => Promise<string | undefined>;
  /** The command that runs `plan.argv` in isolation. */
  command(plan: LaunchPlan): string[];
  /** `text` with the sandbox's paths as they are at this level. */
  translatePaths(text: string, plan: Pick<LaunchPlan, 'folders' | 'task' | 'sources'>): string;
}

const utilLinux = (...names: readonly string[]) =>
  names.map((name) => ({ program: `/usr/bin/${name}`, debian: 'util-linux' }));

/** The escape probes run it, and so do some levels. */
const perl = { program: '/usr/bin/perl', debian: 'perl-base' };

const unchanged = (text: string) => text;

export const isolationLevels: Readonly<Record<IsolationLevel, Isolation>> = {
  full: {
    description: 'isolated by bubblewrap',
    needs: [{ program: '/usr/bin/bwrap', debian: 'bubblewrap' }, perl],
    trusted: true,
    ownTree: true,
    unprivilegedUser: false,
    killSignal: 'SIGKILL',
    command: bubblewrapCommand,
    translatePaths: unchanged,
  },
  uid: {
    description:
      'a user of its own for each sandbox: what everybody may read or write is within reach, the network is not',
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
