/** Walls of the system's own users: a program runs as one that nobody else is, and its job's files are lent to it. */
import { chmod, lchown, lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { environmentWords, filterFd, infoFd, type SandboxPlan } from './box.ts';
import type { SandboxSources } from './layout.ts';
import { prctl } from './seccomp.ts';
import { hostPaths, tempFolderOf } from './no-isolation.ts';

/** Below the project's root. */
const uidSupervisor = 'packages/server/src/sandbox/uid-supervisor.pl';

/** Runs `plan.argv` as a user of its own under a warden, which it tells of, and which is ended by SIGTERM. */
export function unprivilegedUserCommand(plan: SandboxPlan): string[] {
  const { sources, task } = plan;
  const fds = [infoFd, filterFd].map(String);
  return [
    ...['/usr/bin/setsid', '/usr/bin/perl', path.join(sources.root, uidSupervisor)],
    ...[String(prctl[sources.machine]), ...fds, path.dirname(task)],
    ...['/bin/sh', '-c', 'mkdir "$1" && cd "$1/.." && shift && exec "$@"', 'sh', tempFolderOf(plan)],
    ...['/usr/bin/env', '-i'],
    ...[...environmentWords(plan.env), ...plan.argv].map((word) => hostPaths(word, plan)),
  ];
}

/** Lets the box's user, who alone gets that far, read what lies there for it: in `input` no folders are laid. */
export async function grantOwnership(input: string, scriptFile: string): Promise<void> {
  const files = (await readdir(input)).map((name) => path.join(input, name));
  for (const file of [...files, scriptFile]) await chmod(file, 0o644);
}

/**
 * Takes back what a box whose processes are gone has left in `output`. What its user does not own it has not made:
 * a hard link to somebody else's file, which is not to be taken for a result.
 */
export async function reclaimOwnership(output: string): Promise<void> {
  const { uid: user } = await stat(output);
  const open = [output];
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      const file = path.join(dir, entry.name);
      if ((await lstat(file)).uid !== user) await rm(file, { recursive: true, force: true });
      else await lchown(file, 0, 0);
      if (entry.isDirectory()) open.push(file);
    }
  }
}

/** By their numbers in a mask. */
const capabilities = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
} as const;

/** Why programs cannot be other users here, or not reach what they need there and in `box`; undefined where they can. */
export async function unprivilegedUsersUnavailable(
  sources: SandboxSources,
  box: string,
): Promise<string | undefined> {
  const granted = BigInt(
    `0x${/^CapEff:\s*(\w+)/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0'}`,
  );
  const missing = Object.entries(capabilities).filter(([, bit]) => !((granted >> BigInt(bit)) & 1n));
  if (process.getuid?.() !== 0 || missing.length > 0) {
    const names = Object.keys(capabilities).join(', ');
    return `SANDBOX=uid runs engines as users of their own, for which the server has to be root with ${names}; start it so, or choose another level`;
  }
  for (const place of [path.join(sources.root, 'packages/engines'), sources.node, box]) {
    const closed = await closedFolder(place);
    if (closed !== undefined)
      return `the users that engines run as cannot pass ${closed} on the way to ${place}; let them with: chmod o+x ${closed}`;
  }
  return undefined;
}

/** The outermost folder on the way to `place` that is closed to other users. */
async function closedFolder(place: string): Promise<string | undefined> {
  const names = path.dirname(path.resolve(place)).split('/').filter(Boolean);
  const folders = ['/', ...names.map((_, n) => `/${names.slice(0, n + 1).join('/')}`)];
  for (const folder of folders) if (((await stat(folder)).mode & 0o001) === 0) return folder;
  return undefined;
}
