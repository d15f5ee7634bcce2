/** The same box without bubblewrap: namespaces by unshare and a root of our own, but no filter of system calls. */
import path from 'node:path';
import {
  environmentWords,
  filterFd,
  infoFd,
  passwd,
  systemFiles,
  tmpBytes,
  tmpFiles,
  type BoxPlan,
} from './box.ts';
import { inBox } from './layout.ts';

/**
 * Builds the tree of the box in an empty folder and steps into it. Arguments: that folder, how many pairs of
 * `mode:source` and `place` follow, the pairs, and what to run.
 */
const build = `
set -e
root=$1 pairs=$2
shift 2
mkdir "$root"
mount -t tmpfs -o mode=755,size=1m box "$root"
cd "$root"
ln -s usr/bin bin; ln -s usr/sbin sbin; ln -s usr/lib lib; ln -s usr/lib64 lib64
mkdir -p proc dev tmp old
mount -t proc -o nosuid,nodev,noexec proc proc
mount -t tmpfs -o mode=700,size=${tmpBytes},nr_inodes=${tmpFiles} tmp tmp
for device in null zero full random urandom; do
  : > "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
while [ "$pairs" -gt 0 ]; do
  from=\${1#*:} place=$2
  if [ -e "$from" ]; then
    mkdir -p ".\${place%/*}"
    if [ -d "$from" ]; then mkdir -p ".$place"; else : > ".$place"; fi
    mount --rbind "$from" ".$place"
    [ "\${1%%:*}" = rw ] || mount -o remount,bind,ro,nosuid,nodev ".$place"
  fi
  shift 2
  pairs=$((pairs - 1))
done
/usr/sbin/pivot_root . old
umount -l old
rmdir old
mount -o remount,ro /
cd ${inBox.work}
exec "$@"
`;

/** Runs `plan.argv` in namespaces of its own, telling the process whose death ends them all. */
export function namespacesCommand(plan: BoxPlan): string[] {
  const { folders, sources, task } = plan;
  const app = (name: string) => [`ro:${path.join(sources.root, name)}`, `${inBox.app}/${name}`];
  const places = [
    ...['ro:/usr', '/usr'],
    ...[`ro:${path.join(sources.root, passwd)}`, '/etc/passwd'],
    ...systemFiles.flatMap((file) => [`ro:${file}`, file]),
    ...app('packages/server'),
    ...app('node_modules'),
    ...[`ro:${sources.node}`, inBox.node, `ro:${folders.input}`, inBox.input, `ro:${task}`, inBox.task],
    ...[`rw:${folders.output}`, inBox.output, `rw:${folders.work}`, inBox.work],
  ];
  const env = environmentWords(plan.env);
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
      build,
      'sh',
      path.join(path.dirname(task), 'root'),
    ],
    ...[String(places.length / 2), ...places],
    ...['/usr/bin/setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', ...plan.argv],
  ];
}
