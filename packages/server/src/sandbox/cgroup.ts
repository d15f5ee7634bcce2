/** Limits the memory and number of processes of a sandbox with a control group, if the system allows it. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';

export type CgroupKind = 'v1' | 'v2' | 'none';

const mount = '/sys/fs/cgroup';

function writable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return existsSync(path.join(dir, 'cgroup.procs'));
  } catch {
    return false;
  }
}

/** Returns the version of control groups that this process may create. */
export function cgroupKind(): CgroupKind {
  if (writable(path.join(mount, 'pids')) && writable(path.join(mount, 'memory'))) return 'v1';
  try {
    const granted = readFileSync(path.join(mount, 'cgroup.subtree_control'), 'utf8');
    if (writable(mount) && /\bmemory\b/.test(granted) && /\bpids\b/.test(granted)) return 'v2';
  } catch {
    // Control groups of version 2 are not mounted.
  }
  return 'none';
}

export interface Cgroup {
  /**
   * Files with which a process joins the group. The sandbox writes its process id to these join files before it
   * executes the program.
   */
  readonly joinFiles: readonly string[];
  /** Limits the memory and the processes of the whole group. */
  limit(limits: SandboxLimits): void;
  /** Whether the kernel killed a process in the group because of the memory limit. */
  ranOutOfMemory(): boolean;
  /** Waits briefly until the last processes of the group are reaped, then removes the group. */
  remove(): Promise<void>;
}

/** Creates a group named `name`. Returns null if the system does not allow the creation. */
export function createCgroup(kind: CgroupKind, name: string): Cgroup | null {
  if (kind === 'none') return null;
  const dirs =
    kind === 'v2' ? [path.join(mount, name)] : ['memory', 'pids'].map((part) => path.join(mount, part, name));
  const [first = '', last = first] = dirs;
  try {
    for (const dir of dirs) mkdirSync(dir);
  } catch {
    for (const dir of dirs) removeDir(dir);
    return null;
  }
  let current: { memory: number; processes: number } | undefined;
  return {
    limit: ({ memory, processes }) => {
      // A warm engine runs many jobs with the same limits. Unneeded writes are skipped, because the kernel
      // updates its accounting with each write.
      if (current?.memory === memory && current.processes === processes) return;
      writeFileSync(path.join(last, 'pids.max'), String(processes));
      if (kind === 'v2') {
        writeFileSync(path.join(first, 'memory.max'), String(memory));
        writeOptional(path.join(first, 'memory.swap.max'), '0');
        writeOptional(path.join(first, 'memory.oom.group'), '1');
      } else {
        const withSwap = path.join(first, 'memory.memsw.limit_in_bytes');
        // `memsw` is raised before the memory limit and lowered after the memory limit, because `memsw` must never be
        // below the memory limit.
        writeOptional(withSwap, String(memory));
        writeFileSync(path.join(first, 'memory.limit_in_bytes'), String(memory));
        writeOptional(withSwap, String(memory));
      }
      current = { memory, processes };
    },
    joinFiles: dirs.map((dir) => path.join(dir, 'cgroup.procs')),
    ranOutOfMemory: () =>
      oomKills(path.join(first, kind === 'v2' ? 'memory.events' : 'memory.oom_control')) > 0,
    remove: async () => {
      for (const dir of dirs) await removeWhenEmpty(dir);
    },
  };
}

function oomKills(file: string): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function writeOptional(file: string, value: string): void {
  try {
    writeFileSync(file, value);
  } catch {
    // Some kernels have no swap accounting or group kill.
  }
}

/** Removes a cgroup. Returns whether the cgroup no longer exists. */
function removeDir(dir: string): boolean {
  try {
    rmdirSync(dir);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

// Retries until the group is empty, because a killed process stays in its group until it is reaped. Version 1
// of control groups does not notify when a group becomes empty.
async function removeWhenEmpty(dir: string): Promise<void> {
  for (let tries = 0; tries < 1000 && !removeDir(dir); tries += 1) await delay(1);
}

/** Returns the id of this process's PID namespace. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/**
 * Returns the group name for `id`, which must be unique in this process. The prefix `ns` prevents earlier versions of
 * Protean from removing the group.
 */
export function cgroupName(id: string): string {
  return `protean-ns${pidNamespace()}-${process.pid}-${id}`;
}

/**
 * Parses a name made by `cgroupName`, and returns its PID namespace and PID. Returns undefined for a name that
 * `cgroupName` did not make.
 */
export function cgroupOwner(name: string): { namespace: string; pid: number } | undefined {
  const [, namespace, pid] = /^protean-ns(\d+)-(\d+)-/.exec(name) ?? [];
  return namespace === undefined ? undefined : { namespace, pid: Number(pid) };
}

/**
 * If a control group of another PID namespace stays empty for this time in milliseconds, the group is treated as
 * abandoned. A control group in use is empty only briefly, while its sandbox starts or ends.
 */
const emptyForMs = 60 * 60_000;

/**
 * Removes the groups of dead Protean processes, for example after kill -9. If bwrap is killed while it builds a
 * sandbox, the unfinished sandbox does not die with bwrap but waits in its group forever. This function kills
 * unfinished sandboxes. A control group of another PID namespace may belong to another container that shares the
 * control groups. A control group of another PID namespace is removed only after it has been empty for an hour.
 */
export async function sweepCgroups(
  kind: CgroupKind,
  isAlive: (pid: number) => boolean,
  now: number = Date.now(),
): Promise<void> {
  const own = pidNamespace();
  const parents = kind === 'v1' ? ['memory', 'pids'] : kind === 'v2' ? [''] : [];
  for (const parent of parents.map((part) => path.join(mount, part))) {
    for (const name of readdirSync(parent)) {
      const owner = cgroupOwner(name);
      if (!owner || (owner.namespace === own && isAlive(owner.pid))) continue;
      const dir = path.join(parent, name);
      if (owner.namespace !== own) {
        if (now - madeAt(dir, now) > emptyForMs) removeDir(dir);
      } else if (killSandboxes(dir)) await removeWhenEmpty(dir);
      else removeDir(dir);
    }
  }
}

/** Returns the creation time in milliseconds since 1970. Returns `now` if the group no longer exists. */
function madeAt(dir: string, now: number): number {
  return statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? now;
}

/** Kills the sandboxes in a group. Returns whether any process was killed. */
function killSandboxes(dir: string): boolean {
  let killed = false;
  for (const pid of readIfThere(path.join(dir, 'cgroup.procs')).split('\n').map(Number)) {
    // A sandbox of this container is in a PID namespace exactly one level below the namespace of this process. A
    // sandbox of another container is in a different PID namespace.
    const steps = /^NSpid:((?:\s+\d+)+)$/m
      .exec(readIfThere(`/proc/${pid}/status`))?.[1]
      ?.trim()
      .split(/\s+/);
    if (!(pid > 0) || steps?.length !== 2) continue;
    try {
      process.kill(pid, 'SIGKILL');
      killed = true;
    } catch {
      // The signal failed, because the process has already exited.
    }
  }
  return killed;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
