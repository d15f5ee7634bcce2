/** Isolation level `uid`: a program runs as a separate user, who owns the step's output folder and work folder. */
import { chmod, lchown, lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { environmentArguments, filterFd, infoFd, type LaunchPlan } from './launch-plan.ts';
import type { SandboxSources } from './layout.ts';
import { prctl } from './seccomp.ts';
import { hostPaths, tempFolderOf } from './no-isolation.ts';

/** The supervisor's path, relative to the project's root. */
const uidSupervisor = 'packages/server/src/sandbox/isolation/uid-supervisor.pl';

/**
 * Runs `plan.argv` as a separate user under the uid supervisor. Reports the process id of the supervisor, which ends on
 * SIGTERM.
 */
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

/**
 * Makes the files readable for all users. Only the sandbox's user can enter the folder that contains the files. `input`
 * must not contain folders.
 */
export async function grantOwnership(input: string, scriptFile: string): Promise<void> {
  const files = (await readdir(input)).map((name) => path.join(input, name));
  for (const file of [...files, scriptFile]) await chmod(file, 0o644);
}

/**
 * Makes the server the owner of the files in `output` again. Call this function after all processes of the sandbox have
 * exited. If a file in `output` does not belong to the sandbox's user, the file is a hard link to another user's file.
 * A hard link to another user's file is removed, so that it cannot become a result.
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

/** The required capabilities, with their bit numbers. */
const capabilities = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
} as const;

/**
 * Returns the reason why programs cannot run as other users, or cannot reach their files and `dir`. Returns undefined
 * if programs can run as other users and reach these folders.
 */
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
    return `SANDBOX=uid runs engines as separate users, which requires root with ${names}. Start the server as root, or choose another level`;
  }
  for (const target of [path.join(sources.root, 'packages/engines'), sources.node, dir]) {
    const closed = await closedFolder(target);
    if (closed !== undefined)
      return `engine users cannot enter ${closed}, a parent of ${target}. Allow it with: chmod o+x ${closed}`;
  }
  return undefined;
}

/** Returns the outermost parent folder of `target` that other users cannot enter. */
async function closedFolder(target: string): Promise<string | undefined> {
  const names = path.dirname(path.resolve(target)).split('/').filter(Boolean);
  const folders = ['/', ...names.map((_, n) => `/${names.slice(0, n + 1).join('/')}`)];
  for (const folder of folders) if (((await stat(folder)).mode & 0o001) === 0) return folder;
  return undefined;
}
