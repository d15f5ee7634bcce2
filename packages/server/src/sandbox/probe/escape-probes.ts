/**
 * The escape probes: actions of a hostile program. Each probe is a shell command that succeeds if the isolation fails.
 */
import type { CgroupKind } from '../cgroup.ts';
import {
  anyOf,
  systemCall,
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
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { IsolationLevel } from '../isolation/layout.ts';
import { defaultLimits, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import { quote } from '../command-script.ts';
import type { Machine } from '../isolation/seccomp.ts';

/** Targets that the probes try to reach. */
export interface ProbeFixtures {
  /** A world-readable file. `folder` is the folder that contains this world-readable file. */
  file: string;
  folder: string;
  /** A loopback port on which the server listens. */
  port: number;
  /** Files and folders that belong to the server. */
  data: readonly string[];
  /** The server's process id, and the start time of the server in clock ticks since boot. */
  server: { pid: number; began: string };
  /** The project's root folder. Like all other paths, the path of the root folder has the prefix of `untranslated`. */
  project: string;
  machine: Machine;
  /** An argument of the program `sleep` that no other process on this machine uses. */
  sleep: string;
}

export interface EscapeProbe {
  name: string;
  /** The problem that exists if the probe succeeds. */
  description: string;
  script: string;
  /** Whether the isolation level `level` must block the probe. */
  blockedBy(level: IsolationLevel, cgroups: CgroupKind): boolean;
}

/** A group of probes that share a sandbox and its limits. */
export interface ProbeRound {
  limits: SandboxLimits;
  /** Whether the probes run in a sandbox with the mounts of all engines. */
  shownAll?: true;
  probes: readonly EscapeProbe[];
}

const atLevels =
  (...levels: readonly IsolationLevel[]) =>
  (level: IsolationLevel) =>
    levels.includes(level);
/** Levels with separate file systems, networks and process ids. */
const namespaces = atLevels('full');
const isolation = atLevels('full', 'uid');
const always = () => true;
const MB = 1024 * 1024;
/**
 * Time limit for all probes of a round. A round of probes takes a few seconds on an idle machine, and much longer on a
 * busy machine.
 */
const wallMs = 60_000;

const memoryOfMany: ProbeRound = {
  limits: { ...defaultLimits, wallMs, memory: 48 * MB },
  probes: [
    {
      name: 'memory_of_many',
      description: 'the total memory of several processes has no limit',
      script: `for n in 1 2 3 4 5 6; do
            head -c 20000000 /dev/zero | tail -c 20000000 | { sleep 3; wc -c; } > /job/work/held$n &
          done; wait; test "$(cat /job/work/held* | grep -c 20000000)" = 6`,
      blockedBy: always,
    },
  ],
};

export function roundsFor(
  { file, folder, port, data, server, project, machine, sleep }: ProbeFixtures,
  cgroups: CgroupKind,
): readonly ProbeRound[] {
  const shared = `/var/tmp/protean-${server.pid}-${server.began}`;
  const [hoard, device] = [`/dev/shm/protean-${server.pid}`, `/dev/protean-${server.pid}`];
  return [
    {
      limits: { ...defaultLimits, wallMs },
      shownAll: true,
      probes: [
        {
          name: 'read',
          description: 'the machine’s files can be read',
          script: `cat ${file} || ls /etc/shadow || ls /etc/hostname || ls /home || ls /root`,
          blockedBy: namespaces,
        },
        {
          name: 'write',
          description: 'the system can be written',
          script: ['/usr', '/usr/share/hyphen', '', sandboxPaths.compiled, sandboxPaths.input, folder]
            .map((file) => `touch ${file}/probe`)
            .join(' || '),
          blockedBy: isolation,
        },
        {
          name: 'machine',
          description: 'folders that no engine needs can be read',
          script: anyOf(unneeded),
          blockedBy: namespaces,
        },
        {
          name: 'project',
          description: 'project files that no runner imports can be read',
          script: anyOf(
            [sandboxPaths.app, project].flatMap((root) => unimported.map((name) => `${root}/${name}`)),
          ),
          blockedBy: namespaces,
        },
        {
          name: 'mounts',
          description: 'the setup of the sandbox can be read',
          script: anyOf(
            ['self', '1'].flatMap((pid) => ['mountinfo', 'environ'].map((name) => `/proc/${pid}/${name}`)),
          ),
          blockedBy: namespaces,
        },
        {
          name: 'kernel',
          description: 'kernel files that describe the machine can be read',
          script: anyOf(kernelFiles),
          blockedBy: namespaces,
        },
        {
          name: 'shared',
          description: 'world-writable folders can be written',
          script: `touch ${shared} && rm ${shared}`,
          blockedBy: namespaces,
        },
        {
          name: 'data',
          description:
            'the server’s data can be read, because other users can read files in DATA_DIR (run chmod -R go-rwx on them)',
          script: data.map((file) => `head -c 1 ${quote(file)} || ls ${quote(file)}/`).join(' || '),
          blockedBy: isolation,
        },
        {
          name: 'signal',
          description: 'the server can be signalled',
          // In a separate PID namespace, another process may have the server's process id, so the start times are
          // compared.
          script: [
            `if [ -e /proc/self/stat ]; then grep -q ' ${server.began} ' /proc/${server.pid}/stat`,
            // The process ids 1 and 2, this process and its parent belong to the sandbox.
            `else perl -e ${quote(`exit !(grep { $_ == ${server.pid} } 1, 2, $$, getppid)`)} && exit 1; fi`,
            `kill -0 ${server.pid}`,
          ].join('; '),
          blockedBy: isolation,
        },
        {
          name: 'connect',
          description: 'the network can be reached',
          script: `/usr/bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/${port}"`,
          blockedBy: isolation,
        },
        {
          name: 'interfaces',
          description: 'interfaces of the machine’s network can be seen',
          script: `test "$(grep -c : /proc/net/dev)" -gt 1 || ${perl(interfaces)}`,
          blockedBy: namespaces,
        },
        {
          name: 'socket',
          description: 'network sockets can be created',
          // If the sandbox rejects network sockets, the error of bash mentions the address family. If the sandbox
          // allows network sockets, bash reports a refused connection, and the probe succeeds.
          script: `/usr/bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/1" 2>&1 | grep -qv 'Address family'`,
          blockedBy: isolation,
        },
        {
          name: 'environment',
          description: 'environment variables from outside the sandbox can be read',
          script: `{ env; cat /proc/[0-9]*/environ; } | tr '\\0' '\\n' | grep -qvE '${ownEnvironment}'`,
          blockedBy: isolation,
        },
        {
          name: 'inherited',
          description: 'files that the server inherited are open',
          script: perl(inherited),
          blockedBy: always,
        },
        {
          name: 'namespace',
          description: 'a new namespace can be created',
          script: 'unshare --user true || unshare --mount true',
          blockedBy: isolation,
        },
        {
          name: 'filter',
          description: 'there is no filter of system calls',
          script: perl(unfiltered(machine)),
          blockedBy: isolation,
        },
        {
          name: 'memory_file',
          description: 'files in memory without a path can be created',
          script: systemCall(319, 279, '$name, 0'),
          blockedBy: isolation,
        },
        {
          name: 'shared_mapping',
          description: 'memory can be shared without a file',
          script: systemCall(9, 222, '0, 4096, 3, 0x21, -1, 0'),
          blockedBy: isolation,
        },
        {
          name: 'processes',
          description: 'other processes can be seen',
          script: perl(manyProcesses(Math.max(server.pid, 4096))),
          blockedBy: namespaces,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs, memory: 24 * MB, outputBytes: MB },
      probes: [
        {
          name: 'large_file',
          description: 'files can be of any size',
          script: 'head -c 2000000 /dev/zero > /job/work/large',
          blockedBy: always,
        },
        {
          name: 'memory',
          description: 'memory has no limit',
          script: 'head -c 60000000 /dev/zero | tail -c 60000000 > /dev/null',
          blockedBy: always,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs, outputBytes: 8 * MB },
      probes: [
        {
          name: 'unlinked_files',
          description: 'unlinked files can use any amount of disk',
          script: `for n in 3 4 5 6; do
            eval "exec $n>/job/work/unlinked$n"; rm /job/work/unlinked$n
            head -c 6000000 /dev/zero >&$n || exit 1
          done; sleep 3`,
          // The server can measure the unlinked files of a process only if it may trace the process. At the
          // level `uid`, the server may not trace the process, because the process belongs to another user.
          blockedBy: namespaces,
        },
      ],
    },
    // If a control group limits the sandbox, the probe `memory_of_many` is omitted. The kernel would kill only some
    // processes of `memory_of_many`, and the probe would wait for the remaining processes.
    ...(cgroups === 'none' ? [memoryOfMany] : []),
    {
      limits: { ...defaultLimits, wallMs, memory: 48 * MB },
      probes: [
        {
          name: 'shared_memory',
          description: '/dev/shm accepts more data than a job may write',
          script: `head -c 60000000 /dev/zero > ${hoard}; taken=$?; rm -f ${hoard}; test $taken = 0`,
          blockedBy: (level, cgroups) => namespaces(level) || cgroups !== 'none',
        },
        {
          name: 'device_files',
          description: 'files can be created in /dev',
          script: `touch ${device} && rm ${device}`,
          blockedBy: isolation,
        },
      ],
    },
    {
      limits: { ...defaultLimits, wallMs, processes: 12 },
      probes: [
        {
          name: 'stay',
          description: 'processes outlive the sandbox',
          script: `setsid sleep ${sleep} & false`,
          blockedBy: isolation,
        },
        {
          name: 'many_processes',
          description: 'the number of processes has no limit',
          script: `n=0; while [ $n -lt 24 ]; do sleep ${sleep} & n=$((n+1)); done`,
          // At the level `uid`, no control group is needed. The kernel limits the number of processes of each
          // user except root, and each sandbox has a separate user, who runs no other processes.
          blockedBy: (level, cgroups) => level === 'uid' || (level !== 'none' && cgroups !== 'none'),
        },
      ],
    },
  ];
}

/**
 * Returns a script that writes the name of each successful probe to `report`, and a last line after all probes have
 * run.
 */
export function scriptOf(probes: readonly EscapeProbe[], report: string): string {
  const tries = probes.map(
    ({ name, script }) => `( ${script} ) >/dev/null 2>&1 && echo ${name} >> ${report}`,
  );
  return [...tries, `echo ${lastLine} >> ${report}`, 'exit 0'].join('\n');
}

/** The report's last line. */
export const lastLine = 'end';
