/** The box's walls: the bubblewrap command line that gives a program one job's files and nothing else. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compiledHosts, inBox, type BoxSources, type StepFolders } from './layout.ts';

/** What engines read besides /usr: fonts, alternatives, their own system-wide defaults. */
export const systemFiles: readonly string[] = [
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/etc/ImageMagick-6',
  '/etc/papersize',
  '/etc/ghostscript',
  '/var/lib/ghostscript',
  '/var/cache/fontconfig',
];

/** Patterns for hyphenation, by language. */
const hyphens = '/usr/share/hyphen';
/** Another name of `hyph_en_US.dic`. For its sake LibreOffice reads a list of all languages, into 43 MB and for 0.3 s. */
const hiddenHyphens = 'hyph_en_Latn_US.dic';

/** The one user there is; below the project's root. */
export const passwd = 'packages/server/src/sandbox/passwd';

/** Where bwrap tells the id of process 1, as seen from outside. */
export const infoFd = 3;
/** Where bwrap reads the filter of system calls. */
export const filterFd = 4;

/** Size of the private /tmp. */
export const tmpBytes = 256 * 1024 * 1024;

/** Files and folders in it, which take memory that its size does not count; bwrap cannot bound them, `Watch` does. */
export const tmpFiles = 50_000;
/** Size of the private /dev/shm, where locks between processes lie. */
const sharedMemoryBytes = 16 * 1024 * 1024;

/** All that an engine finds in its environment besides what it asked for. */
const boxEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  // Ghostscript reads and writes all of its temp folder whatever SAFER says, so it must be the private one.
  TMPDIR: '/tmp',
  TEMP: '/tmp',
};

/** What a program in a box finds in its environment, as `env` takes it. */
export function environmentWords(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...boxEnvironment, ...more }).map(([name, value]) => `${name}=${value}`);
}

export interface BoxPlan {
  argv: readonly string[];
  folders: StepFolders;
  /** The folder that will hold what to run. */
  task: string;
  sources: BoxSources;
  /** Beside the box's own few variables. */
  env: Readonly<Record<string, string>>;
}

/** The `bwrap` command that runs `plan.argv` inside. */
export function boxCommand(plan: BoxPlan): string[] {
  const { folders, sources } = plan;
  return [
    '/usr/bin/bwrap',
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--disable-userns', '--die-with-parent', '--new-session'],
    // With the shell itself as process 1, bwrap ends after the last process inside and not before.
    ...['--as-pid-1', '--info-fd', String(infoFd), '--seccomp', String(filterFd)],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--cap-drop', 'ALL', '--clearenv'],
    ...Object.entries({ ...boxEnvironment, NODE_COMPILE_CACHE: inBox.compiled, ...plan.env }).flatMap(
      ([name, value]) => ['--setenv', name, value],
    ),
    ...['--ro-bind', '/usr', '/usr'],
    ...withoutHidden(),
    ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/sbin', '/sbin'],
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    // GNUstep's programs will not start for a user without a name; this list knows no other.
    ...['--ro-bind', path.join(sources.root, passwd), '/etc/passwd'],
    ...systemFiles.flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--ro-bind', path.join(sources.root, 'packages/server'), `${inBox.app}/packages/server`],
    ...['--ro-bind', path.join(sources.root, 'node_modules'), `${inBox.app}/node_modules`],
    ...['--ro-bind', sources.node, inBox.node],
    ...['--ro-bind-try', path.join(sources.root, compiledHosts), inBox.compiled],
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm'],
    // bwrap makes it a file system in memory of no size.
    ...['--remount-ro', '/dev', '--size', String(tmpBytes), '--tmpfs', '/tmp'],
    ...['--ro-bind', folders.input, inBox.input, '--bind', folders.output, inBox.output],
    ...[
      '--ro-bind',
      plan.task,
      inBox.task,
      '--bind',
      folders.work,
      inBox.work,
      '--chdir',
      inBox.work,
      '--remount-ro',
      '/',
    ],
    '--',
    ...plan.argv,
  ];
}

/** The patterns again, without the name that is not to be seen: a name alone cannot be covered when it is a link. */
function withoutHidden(): string[] {
  if (!existsSync(path.join(hyphens, hiddenHyphens))) return [];
  const shown = readdirSync(hyphens).filter((name) => name !== hiddenHyphens);
  return [
    ...['--tmpfs', hyphens],
    ...shown.map((name) => path.join(hyphens, name)).flatMap((file) => ['--ro-bind', file, file]),
    ...['--remount-ro', hyphens],
  ];
}
