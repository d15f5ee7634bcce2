/** What a hostile program would try: a row each, as a line of shell that succeeds when the walls do not hold. */
import type { CgroupKind } from './cgroup.ts';
import {
  anyOf,
  call,
  inherited,
  interfaces,
  kernelFiles,
  manyProcesses,
  ownEnvironment,
  perl,
  unfiltered,
  unimported,
  unneeded,
} from './conditions.ts';
import { inBox, type Level } from './layout.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { quote } from './orders.ts';
import type { Machine } from './seccomp.ts';

/** What is laid out for the attempts to catch. */
export interface Prey {
  /** A file that everybody may read, and its folder. */
  file: string;
  folder: string;
  /** A port on the loopback address at which somebody listens. */
  port: number;
  /** Files and folders that are the server's own. */
  data: readonly string[];
  /** The server, and when it began in clock ticks since the machine did. */
  server: { pid: number; began: string };
  /** The project's root folder, never taken for one in the box. */
  project: string;
  machine: Machine;
  /** Seconds that nothing else on this machine sleeps. */
  sleep: string;
}

export interface Attempt {
  name: string;
  /** What is wrong when it works. */
  says: string;
  attempt: string;
  /** Whether these walls promise to hold it. */
  heldBy(level: Level, cgroups: CgroupKind): boolean;
}

/** Attempts that share a box and its limits. */
export interface Round {
  limits: Limits;
  /** Whether it is tried in a box that shows all that any box does. */
  shownAll?: true;
  attempts: readonly Attempt[];
}

const by =
  (...levels: readonly Level[]) =>
  (level: Level) =>
    levels.includes(level);
/** By a tree, a network and a list of processes of its own. */
const namespaces = by('full', 'ns');
const filters = by('full', 'uid');
const walls = by('full', 'ns', 'uid');
const always = () => true;
const MB = 1024 * 1024;

const memoryOfMany: Round = {
  limits: { ...defaultLimits, wallMs: 10_000, memory: 48 * MB },
  attempts: [
    {
      name: 'memory_of_many',
      says: 'many processes together have any amount of memory',
      attempt: `for n in 1 2 3 4 5 6; do
            head -c 20000000 /dev/zero | tail -c 20000000 | { sleep 3; wc -c; } > /job/work/held$n &
          done; wait; test "$(cat /job/work/held* | grep -c 20000000)" = 6`,
      heldBy: always,
    },
  ],
};

export function roundsFor(
  { file, folder, port, data, server, project, machine, sleep }: Prey,
  cgroups: CgroupKind,
): readonly Round[] {
  const shared = `/var/tmp/protean-${server.pid}-${server.began}`;
  const [hoard, device] = [`/dev/shm/protean-${server.pid}`, `/dev/protean-${server.pid}`];
  return [
    {
      limits: { ...defaultLimits, wallMs: 10_000 },
      shownAll: true,
      attempts: [
        {
          name: 'read',
          says: 'the machine’s files can be read',
          attempt: `cat ${file} || ls /etc/shadow || ls /etc/hostname || ls /home || ls /root`,
          heldBy: namespaces,
        },
        {
          name: 'write',
          says: 'the system can be written',
          attempt: ['/usr', '/usr/share/hyphen', '', inBox.compiled, inBox.input, folder]
            .map((place) => `touch ${place}/probe`)
            .join(' || '),
          heldBy: walls,
        },
        {
          name: 'machine',
          says: 'folders of the machine can be read that no engine needs',
          attempt: anyOf(unneeded),
          heldBy: namespaces,
        },
        {
          name: 'project',
          says: 'files of Protean can be read that no host imports',
          attempt: anyOf([inBox.app, project].flatMap((root) => unimported.map((name) => `${root}/${name}`))),
          heldBy: namespaces,
        },
        {
          name: 'mounts',
          says: 'what a box is made of can be read',
          attempt: anyOf(
            ['self', '1'].flatMap((pid) => ['mountinfo', 'environ'].map((name) => `/proc/${pid}/${name}`)),
          ),
          heldBy: namespaces,
        },
        {
          name: 'kernel',
          says: 'what the kernel tells of the machine can be read',
          attempt: anyOf(kernelFiles),
          heldBy: namespaces,
        },
        {
          name: 'shared',
          says: 'folders that everybody may write to can be written',
          attempt: `touch ${shared} && rm ${shared}`,
          heldBy: namespaces,
        },
        {
          name: 'data',
          says: 'the server’s data can be read, as something in DATA_DIR is open to others (chmod go-rwx what is in it)',
          attempt: data.map((place) => `head -c 1 ${quote(place)} || ls ${quote(place)}/`).join(' || '),
          heldBy: walls,
        },
        {
          name: 'signal',
          says: 'the server can be signalled',
          // Numbers mean other processes in a list of their own.
          attempt: [
            `if [ -e /proc/self/stat ]; then grep -q ' ${server.began} ' /proc/${server.pid}/stat`,
            // Of its own there are these: the box's first two, and those that make this attempt.
            `else perl -e ${quote(`exit !(grep { $_ == ${server.pid} } 1, 2, $$, getppid)`)} && exit 1; fi`,
            `kill -0 ${server.pid}`,
          ].join('; '),
          heldBy: walls,
        },
        {
          name: 'connect',
          says: 'the network can be reached',
          attempt: `/usr/bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/${port}"`,
          heldBy: walls,
        },
        {
          name: 'interfaces',
          says: 'interfaces of the machine’s network can be seen',
          attempt: `test "$(grep -c : /proc/net/dev)" -gt 1 || ${perl(interfaces)}`,
          heldBy: namespaces,
        },
        {
          name: 'socket',
          says: 'network sockets can be made',
          // Made and refused by nobody is another error than not to be made.
          attempt: `/usr/bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/1" 2>&1 | grep -qv 'Address family'`,
          heldBy: filters,
        },
        {
          name: 'environment',
          says: 'an environment can be read that is not the box’s own',
          attempt: `{ env; cat /proc/[0-9]*/environ; } | tr '\\0' '\\n' | grep -qvE '${ownEnvironment}'`,
          heldBy: walls,
        },
        {
          name: 'inherited',
          says: 'files are open that the server was started with',
          attempt: perl(inherited),
          heldBy: always,
        },
        {
          name: 'namespace',
          says: 'another namespace can be made',
          attempt: 'unshare --user true || unshare --mount true',
          heldBy: filters,
        },
        {
          name: 'filter',
          says: 'there is no filter of system calls',
          attempt: perl(unfiltered(machine)),
          heldBy: filters,
        },
        {
          name: 'memory_file',
          says: 'files in memory that have no place can be made',
          attempt: call(319, 279, '$name, 0'),
          heldBy: filters,
        },
        {
          name: 'shared_mapping',
          says: 'memory can be shared without a file',
          attempt: call(9, 222, '0, 4096, 3, 0x21, -1, 0'),
          heldBy: filters,
        },
        {
          name: 'processes',
          says: 'other processes can be seen',
          attempt: perl(manyProcesses(Math.max(server.pid, 4096))),
          heldBy: namespaces,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs: 5_000, memory: 24 * MB, outputBytes: MB },
      attempts: [
        {
          name: 'large_file',
          says: 'files can be of any size',
          attempt: 'head -c 2000000 /dev/zero > /job/work/large',
          heldBy: always,
        },
        {
          name: 'memory',
          says: 'memory has no bounds',
          attempt: 'head -c 60000000 /dev/zero | tail -c 60000000 > /dev/null',
          heldBy: always,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs: 10_000, outputBytes: 8 * MB },
      attempts: [
        {
          name: 'unlinked_files',
          says: 'files without a name can take any room',
          attempt: `for n in 3 4 5 6; do
            eval "exec $n>/job/work/unlinked$n"; rm /job/work/unlinked$n
            head -c 6000000 /dev/zero >&$n || exit 1
          done; sleep 3`,
          // Of another user's files only who may trace its processes sees how large they are.
          heldBy: namespaces,
        },
      ],
    },
    // The kernel ends single processes of a control group, and the others would be waited for.
    ...(cgroups === 'none' ? [memoryOfMany] : []),
    {
      limits: { ...defaultLimits, wallMs: 5_000, memory: 48 * MB },
      attempts: [
        {
          name: 'shared_memory',
          says: '/dev/shm takes more than a job may have',
          attempt: `head -c 60000000 /dev/zero > ${hoard}; taken=$?; rm -f ${hoard}; test $taken = 0`,
          heldBy: (level, cgroups) => namespaces(level) || cgroups !== 'none',
        },
        {
          name: 'device_files',
          says: 'files can be made in /dev',
          attempt: `touch ${device} && rm ${device}`,
          heldBy: walls,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs: 5_000, processes: 12 },
      attempts: [
        {
          name: 'stay',
          says: 'processes outlive the box',
          attempt: `setsid sleep ${sleep} & false`,
          heldBy: walls,
        },
        {
          name: 'many_processes',
          says: 'there can be any number of processes',
          attempt: `n=0; while [ $n -lt 24 ]; do sleep ${sleep} & n=$((n+1)); done`,
          // Without control groups the kernel counts by user, and counts nothing for root; a box's own user has no others.
          heldBy: (level, cgroups) => level === 'uid' || (level !== 'none' && cgroups !== 'none'),
        },
      ],
    },
  ];
}

/** Writes the name of each attempt that works, and at the end that it came to its end. */
export function scriptOf(attempts: readonly Attempt[], report: string): string {
  const tries = attempts.map(
    ({ name, attempt }) => `( ${attempt} ) >/dev/null 2>&1 && echo ${name} >> ${report}`,
  );
  return [...tries, `echo ${end} >> ${report}`, 'exit 0'].join('\n');
}

/** The report's last line. */
export const end = 'end';
