/** The isolation levels. Each entry has the requirements, the guarantees, and the command that starts a program. */
import { bubblewrapCommand } from './bubblewrap.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { SandboxSources, IsolationLevel } from './layout.ts';
import { unprivilegedUserCommand, unprivilegedUsersUnavailable } from './unprivileged-user.ts';
import { hostPaths, unisolatedCommand } from './no-isolation.ts';

export interface Isolation {
  /** Description of the isolation level for operators. */
  description: string;
  /** Required programs and their Debian packages. */
  needs: readonly { program: string; debian: string }[];
  /** Whether the level is safe enough to open files that can refer to other files, use the network or run code. */
  trusted: boolean;
  /**
   * Whether a sandbox has its own file system and process ids. With its own file system, a sandbox sees only the files
   * of the machine that are mounted into it.
   */
  ownTree: boolean;
  /**
   * Whether programs run as a separate user, not as the server's user. A separate user becomes the owner of the step's
   * output folder and work folder.
   */
  unprivilegedUser: boolean;
  /**
   * Signal that kills the first process of the sandbox. When the first process dies, all other processes of the sandbox
   * die too.
   */
  killSignal: 'SIGKILL' | 'SIGTERM';
  /**
   * Returns the reason why this system cannot isolate a sandbox in the folder `dir`, or undefined if isolation is
   * possible.
   */
  unavailableBecause?: (sources: SandboxSources, dir: string) => Promise<string | undefined>;
  /** Returns the command that runs `plan.argv` in isolation. */
  command(plan: LaunchPlan): string[];
  /** Replaces sandbox paths in `text` with the paths that programs use at this level, and returns the new text. */
  translatePaths(text: string, plan: Pick<LaunchPlan, 'folders' | 'task' | 'sources'>): string;
}

const utilLinux = (...names: readonly string[]) =>
  names.map((name) => ({ program: `/usr/bin/${name}`, debian: 'util-linux' }));

/** The package with Perl, which the escape probes and some levels need. */
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
      'a separate user for each sandbox: world-readable and world-writable files are accessible, the network is not',
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
    description: 'no isolation: files and network of the machine are accessible',
    needs: [perl, ...utilLinux('setpriv', 'setsid')],
    trusted: false,
    ownTree: false,
    unprivilegedUser: false,
    killSignal: 'SIGKILL',
    command: unisolatedCommand,
    translatePaths: hostPaths,
  },
};
