/** Isolation level `full`: the bubblewrap command line that gives a program one job's files and nothing else. */
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import type { SandboxSources, StepFolders } from './layout.ts';
import type { Shown } from './view.ts';

/** The file descriptor to which bwrap writes the id of process 1, as seen from outside. */
export const infoFd = 3;
/** The file descriptor from which bwrap reads the filter of system calls. */
export const filterFd = 4;

/** Size of the private /tmp. */
export const tmpBytes = 256 * 1024 * 1024;

/** Files and folders in it: they take memory that its size does not count. bwrap cannot bound them, `Watch` does. */
export const tmpFiles = 50_000;
/** Size of the private /dev/shm, for locks between processes. */
const sharedMemoryBytes = 16 * 1024 * 1024;

/** The environment of an engine besides the variables it declares. */
const boxEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  // Ghostscript reads and writes all of its temp folder whatever SAFER says, so it must be the private one.
  TMPDIR: '/tmp',
  TEMP: '/tmp',
  // Runners in Python import each other as `engines.<tool>.<module>`.
  PYTHONPATH: `${sandboxPaths.app}/packages`,
};

/** The environment of a program in a sandbox, as arguments of `env`. */
export function environmentWords(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...boxEnvironment, ...more }).map(([name, value]) => `${name}=${value}`);
}

export interface SandboxPlan {
  argv: readonly string[];
  folders: StepFolders;
  /** The folder for the command script. */
  task: string;
  sources: SandboxSources;
  /** Files and folders of the machine that are mounted read-only. */
  shown: readonly Shown[];
  /** Added to the sandbox's own few variables. */
  env: Readonly<Record<string, string>>;
}

/** The `bwrap` command that runs `plan.argv` inside. */
export function bubblewrapCommand(plan: SandboxPlan): string[] {
  const { folders, shown } = plan;
  return [
    '/usr/bin/bwrap',
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--disable-userns', '--die-with-parent', '--new-session'],
    // With the shell itself as process 1, bwrap ends after the last process inside and not before.
    ...['--as-pid-1', '--info-fd', String(infoFd), '--seccomp', String(filterFd)],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--cap-drop', 'ALL', '--clearenv'],
    ...Object.entries({ ...boxEnvironment, NODE_COMPILE_CACHE: sandboxPaths.compiled, ...plan.env }).flatMap(
      ([name, value]) => ['--setenv', name, value],
    ),
    ...shown.flatMap((one) =>
      'from' in one ? ['--ro-bind', one.from, one.at] : ['--symlink', one.linkTo, one.at],
    ),
    ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    // There is no /proc: it shows the machine, and how the sandbox is made.
    ...['--dev', '/dev', '--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm'],
    // bwrap makes it a file system in memory without a bound.
    ...['--remount-ro', '/dev', '--size', String(tmpBytes), '--tmpfs', '/tmp'],
    ...['--ro-bind', folders.input, sandboxPaths.input, '--bind', folders.output, sandboxPaths.output],
    ...[
      '--ro-bind',
      plan.task,
      sandboxPaths.task,
      '--bind',
      folders.work,
      sandboxPaths.work,
      '--chdir',
      sandboxPaths.work,
      '--remount-ro',
      '/',
    ],
    '--',
    ...plan.argv,
  ];
}
