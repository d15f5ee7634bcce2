/** Conditions that escape probes test, written in Perl and shell, and the files that a sandbox must not show. */
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { quote } from '../command-script.ts';
import { prctl, type Machine } from '../isolation/seccomp.ts';

/**
 * Returns a Perl program that succeeds if the condition is true. The program calls the kernel directly, because a
 * sandbox has no /proc.
 */
export const perl = (condition: string) => `perl -e ${quote(`exit !(${condition})`)}`;

/** Whether any network interface has an address (SIOCGIFCONF). */
export const interfaces =
  'socket(my $s, 2, 2, 0) && ioctl($s, 0x8912, my $c = pack("i x4 P", 4000, my $b = "\0" x 4000)) && unpack("i", $c) > 0';
/** Whether a file descriptor above 9 is open. */
export const inherited = 'grep { open my $f, "<&", $_ } 10 .. 511';
/**
 * Whether processes outside of the sandbox can be seen. Outside processes can be seen if more processes are found than
 * a single sandbox can contain. Looks for a process with each process id up to `most`. The error EPERM (1) also means
 * that a process exists.
 */
export const manyProcesses = (most: number) => `12 < grep { kill(0, $_) || $! == 1 } 1 .. ${most}`;
/** Whether this process has no system call filter (PR_GET_SECCOMP). */
export const unfiltered = (machine: Machine) => `syscall(${prctl[machine]}, 21, 0, 0, 0, 0) == 0`;

/** Folders of the machine that no engine needs. */
export const unneeded = [
  ...[
    '/usr/local',
    '/usr/share/doc',
    '/usr/share/man',
    '/usr/share/base-files',
    '/usr/share/dpkg',
    '/usr/include',
  ],
  ...[
    '/usr/src',
    '/usr/sbin',
    '/usr/lib/os-release',
    '/opt',
    '/srv',
    '/var/lib/dpkg',
    '/etc/debian_version',
    '/sys',
  ],
];
/** Files of the project that no runner imports. */
export const unimported = [
  ...[
    'package.json',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'node_modules/fastify',
    '.env',
    '.git',
  ],
  ...[
    'packages/server/src/config.ts',
    'packages/server/src/sandbox/isolation/bubblewrap.ts',
    'script',
    'docs',
  ],
];
/** Kernel files that reveal facts about the machine or the setup of a sandbox. */
export const kernelFiles = [
  ...['/proc/cpuinfo', '/proc/version', '/proc/cmdline', '/proc/meminfo', '/proc/uptime', '/proc/mounts'],
  ...['/proc/sys/kernel/random/boot_id', '/proc/sys/kernel/hostname', '/sys/class/net', '/sys/class/dmi'],
];

/** Returns a command that succeeds if any of the files exists. */
export const anyOf = (files: readonly string[]) =>
  perl(`grep { -e } ${files.map((file) => `'${file.replaceAll(/[\\']/g, '\\$&')}'`).join(', ')}`);

/**
 * Returns a command that makes a system call, and succeeds if the call succeeds. `x64` and `arm64` are the numbers of
 * the system call on the two architectures. `args` contains the arguments as Perl code.
 */
export const systemCall = (x64: number, arm64: number, args: string) =>
  `n=${arm64}; test "$(uname -m)" != x86_64 || n=${x64}
   /usr/bin/perl -e 'my $name = "probe"; exit(syscall($ARGV[0], ${args}) == -1)' $n`;

/** Programs that the probes need. */
export const probePrograms = 'bash cat grep head ls perl rm setsid sleep tail touch tr uname unshare wc'
  .split(' ')
  .map((name) => `/usr/bin/${name}`);

/**
 * Regular expression for the environment variables that every sandbox sets. The last variable, NODE_COMPILE_CACHE, must
 * have the given value. All environment variables except NODE_COMPILE_CACHE may have any value.
 */
export const ownEnvironment = `^((PATH|HOME|LANG|TMPDIR|TEMP|PYTHONPATH|WAITED_FILE|PWD|OLDPWD|_)=|NODE_COMPILE_CACHE=${sandboxPaths.compiled}$)`;
