/**
 * Isolation level `full`: builds the bubblewrap command line. The program that bubblewrap runs sees only the files of
 * one job.
 */
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { filterFd, infoFd, sandboxEnvironment, tmpBytes, type LaunchPlan } from './launch-plan.ts';

/** Size of the private /dev/shm, which holds locks between processes. */
const sharedMemoryBytes = 16 * 1024 * 1024;

/** Returns the `bwrap` command that runs `plan.argv` in the sandbox. */
export function bubblewrapCommand(plan: LaunchPlan): string[] {
  const { folders, mounts } = plan;
  return [
    '/usr/bin/bwrap',
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--disable-userns', '--die-with-parent', '--new-session'],
    // With `--as-pid-1`, the shell has the process id 1. When this process exits, the kernel first ends all other
    // processes in the sandbox, so no process outlives bwrap.
    ...['--as-pid-1', '--info-fd', String(infoFd), '--seccomp', String(filterFd)],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--cap-drop', 'ALL', '--clearenv'],
    ...Object.entries({
      ...sandboxEnvironment,
      NODE_COMPILE_CACHE: sandboxPaths.compiled,
      ...plan.env,
    }).flatMap(([name, value]) => ['--setenv', name, value]),
    ...mounts.flatMap((one) =>
      'from' in one ? ['--ro-bind', one.from, one.at] : ['--symlink', one.linkTo, one.at],
    ),
    ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    // /proc is not mounted, because it shows the machine and the setup of the sandbox.
    ...['--dev', '/dev', '--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm'],
    // Sets a size for each file system in memory, because bwrap does not limit their size by default.
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
