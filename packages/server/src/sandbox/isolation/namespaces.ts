/** Isolation level `ns`: namespaces by unshare and a root of our own without bubblewrap, and no filter of system calls. */
import path from 'node:path';
import {
  environmentArguments,
  filterFd,
  infoFd,
  tmpBytes,
  tmpFiles,
  type LaunchPlan,
} from './launch-plan.ts';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import type { Machine } from './seccomp.ts';

/** The number of `mount`, called from Perl: mount(8) would have to be started for each path and flag. */
const mountCall: Readonly<Record<Machine, number>> = { x64: 165, arm64: 40 };

/** The number of `umount2`: umount(8) would need /proc. */
const umountCall: Readonly<Record<Machine, number>> = { x64: 166, arm64: 39 };

/** Binds as many pairs as its first argument says, below the current folder; without single quotes, for the shell. */
const bindMounts = (machine: Machine) => `
my ($bind, $all, $again, $closed) = (4096, 16384, 32, 1 | 2 | 4);
my $pairs = shift;
for (1 .. $pairs) {
  my ($mode, $from) = split /:/, shift, 2;
  my $target = "." . shift;
  my $made = "";
  $made .= "$_/", mkdir $made for split m{/}, $target =~ s{/[^/]*\$}{}r;
  if ($mode eq "ln") { symlink $from, $target or die "no link $target: $!"; next }
  next if !-e $from;
  if (-d $from) { mkdir $target } else { open my $file, ">", $target or die "no file $target: $!" }
  syscall(${mountCall[machine]}, $from, $target, 0, $bind | $all, 0) == 0 or die "$from is not shown: $!";
  next if $mode eq "rw";
  syscall(${mountCall[machine]}, 0, $target, 0, $bind | $again | $closed, 0) == 0 or die "$from is not closed: $!";
}
`;

/**
 * Builds the root of the sandbox in an empty folder and pivots to it. Arguments: that folder, how many pairs of
 * `mode:source` and `path` follow, the pairs, and what to run; the mode `ln` makes a symbolic link to `source`.
 */
const buildRoot = (machine: Machine) => `
set -e
root=$1 pairs=$2
shift 2
mkdir "$root"
mount -t tmpfs -o mode=755,size=1m box "$root"
cd "$root"
ln -s usr/bin bin; ln -s usr/lib lib; ln -s usr/lib64 lib64
mkdir -p dev tmp old
mount -t tmpfs -o mode=700,size=${tmpBytes},nr_inodes=${tmpFiles} tmp tmp
for device in null zero full random urandom; do
  : > "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
perl -e '${bindMounts(machine)}' "$pairs" "$@"
shift $((2 * pairs))
mount -o remount,ro "$root"
/usr/sbin/pivot_root . old
/old/usr/bin/perl -e 'my $old = "/old"; exit syscall(${umountCall[machine]}, $old, 2) != 0'
cd ${sandboxPaths.work}
exec "$@"
`;

/** Drops the last privileges, from within the new root. */
const dropPrivileges = '/usr/bin/setpriv';

/** Runs `plan.argv` in namespaces of its own; writes the id of the process with which all others die. */
export function namespacesCommand(plan: LaunchPlan): string[] {
  const { folders, mounts, task } = plan;
  const mountPairs = [
    ...[`ro:${dropPrivileges}`, dropPrivileges],
    ...mounts.flatMap((one) => ['from' in one ? `ro:${one.from}` : `ln:${one.linkTo}`, one.at]),
    ...[`ro:${folders.input}`, sandboxPaths.input, `ro:${task}`, sandboxPaths.task],
    ...[`rw:${folders.output}`, sandboxPaths.output, `rw:${folders.work}`, sandboxPaths.work],
  ];
  const env = environmentArguments(plan.env);
  return [
    ...['/usr/bin/setpriv', '--pdeathsig', 'KILL', '/bin/sh', '-c'],
    ...[
      `echo "{\\"child-pid\\": $$}" >&${infoFd} && exec ${infoFd}>&- ${filterFd}<&- && exec "$@"`,
      'sh',
      '/usr/bin/env',
      '-i',
      ...env,
    ],
    ...['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts'],
    ...[
      '--cgroup',
      '--fork',
      '--kill-child',
      '/bin/sh',
      '-c',
      buildRoot(plan.sources.machine),
      'sh',
      path.join(path.dirname(task), 'root'),
    ],
    ...[String(mountPairs.length / 2), ...mountPairs],
    ...[dropPrivileges, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', ...plan.argv],
  ];
}
