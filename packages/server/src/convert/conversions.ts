/** What converting takes, put together: sandbox, catalogue, converter and workspace, opened and closed as one. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, type Config } from '../config.ts';
import { withoutDangerousEdges, allMountsOf, type Engine } from '@protean/engines/runtime/engine.ts';
import { engines } from '@protean/engines';
import { runnerDependencies } from '@protean/engines/runtime/dependencies.ts';
import { warmWorkersFor } from '@protean/engines/warm-workers.ts';
import { formats } from '@protean/formats';
import { systemClock } from '../kit/clock.ts';
import { randomId } from '../kit/ids.ts';
import { processIsAlive } from '../kit/processes.ts';
import { cgroupKind, sweepCgroups, type CgroupKind } from '../sandbox/cgroup.ts';
import { shownAround } from '../sandbox/exposed.ts';
import type { WarmWorkerSpec } from '@protean/engines/runtime/warm-worker-spec.ts';
import type { SandboxSources, IsolationLevel } from '../sandbox/layout.ts';
import { isolationLevels } from '../sandbox/isolation.ts';
import { probeSandbox, type ProbeResult } from '../sandbox/probe.ts';
import { seccompFilter, type Machine } from '../sandbox/seccomp.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { shownBy } from '../sandbox/view.ts';
import { Watch } from '../sandbox/watch.ts';
import { Catalogue } from './catalogue.ts';
import { Converter } from './converter.ts';
import { Workspace } from './workspace.ts';

/** Warm programs at rest may take this part of the machine's memory. */
const memoryShare = 8;

/** The project's. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** No network side: `protean convert` and the proofs need no more. */
export interface Conversions {
  catalogue: Catalogue;
  converter: Converter;
  sandbox: Sandbox;
  workspace: Workspace;
  probe: ProbeResult;
  close(): Promise<void>;
}

/** What to hold ready ahead of need; nothing where a single command is carried out. */
export interface SandboxReadiness {
  /** Bare boxes. */
  boxes: number;
  warmWorkers: readonly WarmWorkerSpec[];
  onFailure: (warmWorker: WarmWorkerSpec, cause: unknown) => void;
}

/** What a server holds ready, and what a long run of conversions does well to. */
export function sandboxReadiness(config: Config, onFailure: SandboxReadiness['onFailure']): SandboxReadiness {
  const { conversionsAtOnce: boxes, isolation } = config;
  // A program that waits for several jobs needs a tree of its own around it.
  const warm = config.warm && isolation === 'required';
  return { boxes, warmWorkers: warm ? warmWorkersFor(boxes, totalmem() / memoryShare) : [], onFailure };
}

/** Opens the parts with their files below `workDir`, with control groups of the kind that is granted. */
export async function openConversions(
  config: Config,
  workDir: string,
  { boxes, warmWorkers, onFailure }: SandboxReadiness = { boxes: 0, warmWorkers: [], onFailure: () => {} },
  offered: (level: IsolationLevel) => readonly Engine[] = withinIsolation,
  cgroups: CgroupKind = cgroupKind(),
): Promise<Conversions> {
  const sources = sourcesFor(config);
  const { level } = sources;
  refuseShown(workDir, 'The folder of conversions', sources);
  await sweepCgroups(cgroups, processIsAlive);
  const workspace = await Workspace.open(workDir, randomId, isolationLevels[level].unprivilegedUser);
  const sandbox = new Sandbox({
    sources,
    cgroups,
    folders: workspace,
    newId: randomId,
    // Uploads are refused before a conversion is ended.
    watch: new Watch({ dir: workDir, diskReserve: config.diskReserve / 2 }),
    ready: boxes,
    warmWorkers,
    onFailure,
  });
  const probe = await probeSandbox(sandbox, workspace, config.dataDir, engines.flatMap(allMountsOf));
  const catalogue = new Catalogue(formats, offered(level));
  const converter = new Converter({ catalogue, sandbox, clock: systemClock, ...config });
  const close = async () => {
    await sandbox.close();
    await workspace.close();
  };
  return { catalogue, converter, sandbox, workspace, probe, close };
}

/** Throws {@link ConfigError} where boxes would show what is the server's alone. To be asked before any of it is made. */
export function refuseExposed(config: Config): void {
  const sources = sourcesFor(config);
  refuseShown(config.dataDir, `DATA_DIR=${config.dataDir}`, sources);
  for (const file of new Set([path.join(root, '.env'), path.resolve('.env')]))
    if (existsSync(file)) refuseShown(file, file, sources);
}

function refuseShown(file: string, name: string, sources: SandboxSources): void {
  if (!isolationLevels[sources.level].ownTree) return;
  const place = shownAround(file, shownBy(engines.flatMap(allMountsOf), sources));
  if (place === undefined) return;
  throw new ConfigError([
    `${name} lies in ${place}, which strangers' files can read, since the tools that open them need it. Choose a place outside of it.`,
  ]);
}

function sourcesFor(config: Config): SandboxSources {
  const level = levelOf(config);
  const machine = thisMachine();
  const filter = seccompFilter(machine, !isolationLevels[level].unprivilegedUser);
  return { root, imports: runnerDependencies(root), node: process.execPath, machine, filter, level };
}

function thisMachine(): Machine {
  if (process.arch === 'x64' || process.arch === 'arm64') return process.arch;
  throw new Error(`Protean knows the system calls of x64 and arm64, not those of ${process.arch}.`);
}

function levelOf({ isolation }: Config): IsolationLevel {
  return isolation === 'required' ? 'full' : isolation;
}

/** Where the walls are weak, nothing is offered whose files may name others, call out or run. */
export function withinIsolation(level: IsolationLevel): readonly Engine[] {
  return isolationLevels[level].trusted ? engines : engines.map(withoutDangerousEdges);
}

/** The same in a folder of its own that is gone afterwards, for one command's work. */
export async function withConversions<T>(
  config: Config,
  work: (parts: Conversions) => Promise<T>,
): Promise<T> {
  refuseExposed(config);
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    const parts = await openConversions(config, dir);
    return await work(parts).finally(() => parts.close());
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
