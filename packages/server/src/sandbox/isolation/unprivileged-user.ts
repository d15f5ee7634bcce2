/** Isolation level `uid`: a program runs as a user of its own, which is granted the ownership of its job's files. */
import { chmod, lchown, lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { environmentArguments, filterFd, infoFd, type LaunchPlan } from './launch-plan.ts';
import type { SandboxSources } from './layout.ts';
import { prctl } from './seccomp.ts';
import { hostPaths, tempFolderOf } from './no-isolation.ts';

/** Below the project's root. */
const uidSupervisor = 'packages/server/src/sandbox/isolation/uid-supervisor.pl';

/** Runs `plan.argv` as a user of its own under the uid supervisor, whose id is written and which SIGTERM ends. */
export function unprivilegedUserCommand(plan: LaunchPlan): string[] {
  const { sources, task } = plan;
  const fds = [infoFd, filterFd].map(String);
  return [
    ...['/usr/bin/setsid', '/usr/bin/perl', path.join(sources.root, uidSupervisor)],
    ...[String(prctl[sources.machine]), ...fds, path.dirname(task)],
    ...['/bin/sh', '-c', 'mkdir "$1" && cd "$1/.." && shift && exec "$@"', 'sh', tempFolderOf(plan)],
    ...['/usr/bin/env', '-i'],
    ...[...environmentArguments(plan.env), ...plan.argv].map((word) => hostPaths(word, plan)),
  ];
}

/** Lets the sandbox's user, who alone can enter the folder, read its files; there are no folders in `input`. */
export async function grantOwnership(input: string, scriptFile: string): Promise<void> {
  const files = (await readdir(input)).map((name) => path.join(input, name));
  for (const file of [...files, scriptFile]) await chmod(file, 0o644);
}

/**
 * Takes back the ownership of what a sandbox, whose processes are gone, has left in `output`. A file of another owner is a
 * hard link to somebody else's file and removed, so that it is not taken for a result.
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

/** The capabilities that are needed, by their bits. */
const capabilities = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
} as const;

/** Why programs cannot run as other users here, or not reach what they need and `dir`; undefined where they can. */
export async function unprivilegedUsersUnavailable(
  sources: SandboxSources,
  dir: string,
): Promise<string | undefined> {
  const granted = BigInt(
    `0x${/^CapEff:\s*(\w+)/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0'}`,
  );
  const missing = Object.entries(capabilities).filter(([, bit]) => !((granted >> BigInt(bit)) & 1n));
  if (process.getuid?.() !== 0 || missing.length > 0) {
    const names = Object.keys(capabilities).join(', ');
    return `SANDBOX=uid runs engines as users of their own, for which the server has to be root with ${names}; start it so, or choose another level`;
  }
  for (const target of [path.join(sources.root, 'packages/engines'), sources.node, dir]) {
    const closed = await closedFolder(target);
    if (closed !== undefined)
      return `the users that engines run as cannot pass ${closed} on the way to ${target}; let them with: chmod o+x ${closed}`;
  }
  return undefined;
}

/** The outermost parent folder of `target` that other users cannot pass. */
async function closedFolder(target: string): Promise<string | undefined> {
  const names = path.dirname(path.resolve(target)).split('/').filter(Boolean);
  const folders = ['/', ...names.map((_, n) => `/${names.slice(0, n + 1).join('/')}`)];
  for (const folder of folders) if (((await stat(folder)).mode & 0o001) === 0) return folder;
  return undefined;
}
