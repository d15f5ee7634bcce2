/**
 * Runs the escape probes in a sandbox that has the same settings as the sandboxes of engines, and reports which probes
 * were blocked.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { processName } from '../../kit/processes.ts';
import { lastLine, roundsFor, scriptOf, type ProbeFixtures, type ProbeRound } from './escape-probes.ts';
import { probePrograms } from './conditions.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { SandboxSources, IsolationLevel } from '../isolation/layout.ts';
import { isolationLevels } from '../isolation/isolation.ts';
import { withoutNamespaces } from '../isolation/no-namespaces.ts';
import type { SandboxFolders, Sandbox } from '../sandbox.ts';

export interface ProbeResult {
  /** Whether the sandbox blocked all probes that it must block at this isolation level. */
  ok: boolean;
  level: IsolationLevel;
  /** One short sentence for the operator. */
  description: string;
  /** For each probe name, whether the probe was blocked. The record is empty if no probe could run. */
  blocked: Readonly<Record<string, boolean>>;
}

/**
 * Runs the probes. Creates the files that the probes try to reach in a new folder of `folders`. The folder of these
 * files is removed even if this process is killed. The probes also try to read `dataDir`. `mounts` are the mounts of
 * all engines.
 */
export async function probeSandbox(
  sandbox: Sandbox,
  folders: SandboxFolders,
  dataDir: string,
  mounts: readonly string[],
): Promise<ProbeResult> {
  const { sources, cgroups } = sandbox;
  const { level } = sources;
  const { needs, description, unavailableBecause } = isolationLevels[level];
  const failed = (why: string) => ({ ok: false, level, blocked: {}, description: why });
  const missing = needs.find(({ program }) => !existsSync(program));
  if (missing) {
    const { program, debian } = missing;
    return failed(`${program} is missing. On Debian and Ubuntu, install the package ${debian}`);
  }
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const folder = folders.openSandbox();
  try {
    const refusal = await unavailableBecause?.(sources, folder);
    if (refusal !== undefined) return failed(refusal);
    const fixtures = await makeFixtures(listener, folder, dataDir, sources);
    const rounds = roundsFor(fixtures, cgroups);
    const succeeded = (await Promise.all(rounds.map((round) => runProbes(sandbox, round, mounts)))).flat();
    if (await killSleeping(fixtures.sleep)) succeeded.push('stay');
    const all = rounds.flatMap(({ probes }) => probes);
    const blocked = Object.fromEntries(all.map(({ name }) => [name, !succeeded.includes(name)]));
    const broken = all.filter((one) => one.blockedBy(level, cgroups) && !blocked[one.name]);
    if (broken.length === 0)
      return { ok: true, level, blocked, description: `${description}, cgroups ${cgroups}` };
    return {
      ok: false,
      level,
      blocked,
      description: `inside the sandbox ${broken.map((one) => one.description).join('; ')}`,
    };
  } catch (error) {
    const { message } = error as Error;
    const why = isolationLevels[level].ownTree ? withoutNamespaces(message) : undefined;
    return failed(why ?? `the sandbox does not start: ${message}`);
  } finally {
    listener.close();
    await folders.removeSandbox(folder);
  }
}

async function makeFixtures(
  listener: Server,
  folder: string,
  dataDir: string,
  { root, machine }: SandboxSources,
): Promise<ProbeFixtures> {
  if (!listener.listening) await once(listener, 'listening');
  const file = path.join(folder, 'file');
  await writeFile(file, 'fixture', { mode: 0o644 });
  const secret = path.join(folder, 'secret');
  await writeFile(secret, 'fixture', { mode: 0o600 });
  // If a command converts a single file, the folder `dataDir` may not exist.
  const kept = await readdir(dataDir).catch(() => []);
  const [, began = ''] = (await processName(process.pid)).split('-');
  const data = [secret, ...kept.map((name) => path.join(dataDir, name))];
  return {
    ...{ file: untranslated(file), folder: untranslated(folder), data: data.map(untranslated) },
    ...{ port: (listener.address() as AddressInfo).port, server: { pid: process.pid, began } },
    ...{ project: untranslated(path.resolve(root)), machine },
    sleep: `30.${process.pid}`,
  };
}

/**
 * Adds the prefix `/.` to a path of the host, so that the path is not translated. Without isolation, paths of sandboxes
 * are replaced with paths of the host. Without the prefix, a path that exists both on the host and in sandboxes would
 * be replaced too.
 */
export const untranslated = (file: string) => `/.${file}`;

/**
 * Returns the names of the probes that succeeded. If the probes could not run, throws an error with their standard
 * error output.
 */
async function runProbes(
  sandbox: Sandbox,
  { limits, probes, shownAll }: ProbeRound,
  mounts: readonly string[],
): Promise<string[]> {
  const report = `${sandboxPaths.output}/report`;
  return sandbox.run({
    commands: [['/bin/sh', '-c', scriptOf(probes, report)]],
    limits,
    mounts: shownAll ? [...mounts, ...probePrograms] : probePrograms,
    stageInputs: async () => {},
    collectOutputs: async ({ output }, { ending, stderr }) => {
      const lines = await readFile(path.join(output, 'report'), 'utf8').catch(() => '');
      const succeeded = lines.split('\n').filter(Boolean);
      // If the probes were killed because they exceeded a limit, the limit works.
      const bounded = ending === 'memory_limit' || ending === 'output_limit';
      if (ending === 'timeout')
        throw new Error(`the probes took longer than ${limits.wallMs / 1000} s: the machine is too busy`);
      if (!succeeded.includes(lastLine) && !bounded) throw new Error(stderr.trim() || ending);
      return succeeded.filter((name) => name !== lastLine);
    },
  });
}

/** Kills the processes that run `sleep` with the argument `seconds`. Returns whether any process was killed. */
async function killSleeping(seconds: string): Promise<boolean> {
  let seen = false;
  for (const pid of (await readdir('/proc')).map(Number).filter((id) => id > 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.split('\0').includes(seconds)) continue;
    seen = true;
    process.kill(pid, 'SIGKILL');
  }
  return seen;
}
