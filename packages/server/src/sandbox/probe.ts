/** Runs the escape probes in a sandbox like any engine's, and reports which were blocked. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { processName } from '../kit/processes.ts';
import { end, roundsFor, scriptOf, type ProbeFixtures, type ProbeRound } from './escape-probes.ts';
import { tools } from './conditions.ts';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import type { SandboxSources, IsolationLevel } from './layout.ts';
import { isolationLevels } from './isolation.ts';
import { withoutNamespaces } from './no-namespaces.ts';
import type { SandboxFolders, Sandbox } from './sandbox.ts';

export interface ProbeResult {
  /** Whether all holds that the level promises. */
  ok: boolean;
  level: IsolationLevel;
  /** One short sentence for the operator. */
  says: string;
  /** What was tried, by name, and whether the walls held it back; empty where nothing could be tried. */
  held: Readonly<Record<string, boolean>>;
}

/**
 * What is laid out as prey lies on the `grounds`, where it is swept when this process is killed meanwhile; what lies in
 * `dataDir` is prey too. The box shows `shows`: all that any engine sees, and what is tried with.
 */
export async function probeSandbox(
  sandbox: Sandbox,
  folders: SandboxFolders,
  dataDir: string,
  shows: readonly string[],
): Promise<ProbeResult> {
  const { sources, cgroups } = sandbox;
  const { level } = sources;
  const { needs, description, unavailableBecause } = isolationLevels[level];
  const failed = (why: string) => ({ ok: false, level, held: {}, says: why });
  const missing = needs.find(({ program }) => !existsSync(program));
  if (missing) {
    const { program, debian } = missing;
    return failed(`${program} is missing; Debian and Ubuntu have it in the package ${debian}`);
  }
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const folder = await folders.openSandbox();
  try {
    const refusal = await unavailableBecause?.(sources, folder);
    if (refusal !== undefined) return failed(refusal);
    const fixtures = await makeFixtures(listener, folder, dataDir, sources);
    const rounds = roundsFor(fixtures, cgroups);
    const worked = (await Promise.all(rounds.map((round) => tryAll(sandbox, round, shows)))).flat();
    if (await sleepsSomewhere(fixtures.sleep)) worked.push('stay');
    const all = rounds.flatMap(({ probes }) => probes);
    const held = Object.fromEntries(all.map(({ name }) => [name, !worked.includes(name)]));
    const broken = all.filter((one) => one.blockedBy(level, cgroups) && !held[one.name]);
    if (broken.length === 0) return { ok: true, level, held, says: `${description}, cgroups ${cgroups}` };
    return {
      ok: false,
      level,
      held,
      says: `inside the box ${broken.map((one) => one.description).join('; ')}`,
    };
  } catch (error) {
    const { message } = error as Error;
    const why = isolationLevels[level].ownTree ? withoutNamespaces(message) : undefined;
    return failed(why ?? `the box does not start: ${message}`);
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
  await writeFile(file, 'prey', { mode: 0o644 });
  const secret = path.join(folder, 'secret');
  await writeFile(secret, 'prey', { mode: 0o600 });
  // Where a single command is carried out there may be none.
  const kept = await readdir(dataDir).catch(() => []);
  const [, began = ''] = (await processName(process.pid)).split('-');
  const data = [secret, ...kept.map((name) => path.join(dataDir, name))];
  return {
    ...{ file: asItIs(file), folder: asItIs(folder), data: data.map(asItIs) },
    ...{ port: (listener.address() as AddressInfo).port, server: { pid: process.pid, began } },
    ...{ project: asItIs(path.resolve(root)), machine },
    sleep: `30.${process.pid}`,
  };
}

/** The same place, but never taken for one in the box where those are named as on the host. */
export const asItIs = (place: string) => `/.${place}`;

/** The names of the attempts that worked. Throws with what the box said when it did not run them. */
async function tryAll(
  sandbox: Sandbox,
  { limits, probes, shownAll }: ProbeRound,
  shows: readonly string[],
): Promise<string[]> {
  const report = `${sandboxPaths.output}/report`;
  return sandbox.run({
    commands: [['/bin/sh', '-c', scriptOf(probes, report)]],
    limits,
    shows: shownAll ? [...shows, ...tools] : tools,
    stageInputs: async () => {},
    collectOutputs: async ({ output }, { ending, stderr }) => {
      const lines = await readFile(path.join(output, 'report'), 'utf8').catch(() => '');
      const worked = lines.split('\n').filter(Boolean);
      // Where one process over a bound takes all along, that bound held.
      const bounded = ending === 'memory_limit' || ending === 'output_limit';
      if (!worked.includes(end) && !bounded) throw new Error(stderr.trim() || ending);
      return worked.filter((name) => name !== end);
    },
  });
}

/** Whether a process that sleeps so long is to be seen from outside; where it is, it is ended. */
async function sleepsSomewhere(seconds: string): Promise<boolean> {
  let seen = false;
  for (const pid of (await readdir('/proc')).map(Number).filter((id) => id > 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.split('\0').includes(seconds)) continue;
    seen = true;
    process.kill(pid, 'SIGKILL');
  }
  return seen;
}
