/** What an attempt asks the kernel for, in Perl, and what no box is to show: a box has no /proc to look into. */
import { quote } from './orders.ts';
import { prctl, type Machine } from './seccomp.ts';

/** A program in Perl that succeeds where its condition holds; it asks the kernel, as a box has no /proc to look into. */
export const perl = (condition: string) => `perl -e ${quote(`exit !(${condition})`)}`;

/** How many interfaces have an address (SIOCGIFCONF). */
export const interfaces =
  'socket(my $s, 2, 2, 0) && ioctl($s, 0x8912, my $c = pack("i x4 P", 4000, my $b = "\0" x 4000)) && unpack("i", $c) > 0';
/** Whether a file is open beyond the first ten. */
export const inherited = 'grep { open my $f, "<&", $_ } 10 .. 511';
/** Whether more processes can be told of than a box has, up to a number (EPERM is 1). */
export const manyProcesses = (most: number) => `12 < grep { kill(0, $_) || $! == 1 } 1 .. ${most}`;
/** Whether this process has no filter (PR_GET_SECCOMP). */
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
/** Files of ours that no host imports. */
export const unimported = [
  ...[
    'package.json',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'node_modules/fastify',
    '.env',
    '.git',
  ],
  ...['packages/server/src/config.ts', 'packages/server/src/sandbox/box.ts', 'script', 'docs'],
];
/** What the kernel tells of the machine, and of what a box is made of. */
export const kernelFiles = [
  ...['/proc/cpuinfo', '/proc/version', '/proc/cmdline', '/proc/meminfo', '/proc/uptime', '/proc/mounts'],
  ...['/proc/sys/kernel/random/boot_id', '/proc/sys/kernel/hostname', '/sys/class/net', '/sys/class/dmi'],
];

/** Succeeds where any of them is to be seen, be it only that it is there. */
export const anyOf = (places: readonly string[]) =>
  perl(`grep { -e } ${places.map((place) => `'${place.replaceAll(/[\\']/g, '\\$&')}'`).join(', ')}`);
