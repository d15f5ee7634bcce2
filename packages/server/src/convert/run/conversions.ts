/** Opens and closes the sandbox, catalogue, converter and workspace together. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../../config.ts';
import { withoutDangerousEdges, allMountsOf, type Engine } from '@protean/engines/contract/engine.ts';
import { engines } from '@protean/engines';
import { runnerDependencies } from '@protean/engines/contract/dependencies.ts';
import { warmEnginesFor } from '@protean/engines/warm/warm-engines.ts';
import { formats } from '@protean/formats';
import { systemClock } from '../../kit/clock.ts';
import { randomId } from '../../kit/ids.ts';
import { processIsAlive } from '../../kit/processes.ts';
import { cgroupKind, sweepCgroups, type CgroupKind } from '../../sandbox/cgroup.ts';
import type { WarmEngineSpec } from '@protean/engines/warm/warm-engine-spec.ts';
import type { SandboxSources, IsolationLevel } from '../../sandbox/isolation/layout.ts';
import { isolationLevels } from '../../sandbox/isolation/isolation.ts';
import { probeSandbox, type ProbeResult } from '../../sandbox/probe/probe.ts';
import { probeSubject, rememberedProbe } from '../../sandbox/probe/remembered-probe.ts';
import { seccompFilter, type Machine } from '../../sandbox/isolation/seccomp.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { mountContaining, mountsFor } from '../../sandbox/isolation/view.ts';
import { Watch } from '../../sandbox/watch.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { Converter } from './converter.ts';
import { EngineVersions } from '../catalogue/engine-versions.ts';
import { Reporter } from '../result/reporter.ts';
import { ResultCache } from '../result/result-cache.ts';
import type { AroundStep } from './step.ts';
import { Workspace } from './workspace.ts';

/** Idle warm engines, which are processes kept running between conversions, may use 1/8 of the machine's memory. */
const memoryShare = 8;

/** The project's folder. */
export const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * The conversion services without the HTTP API. The command `protean convert` and the proofs (checked test conversions)
 * use only these services.
 */
export interface Conversions {
  catalogue: Catalogue;
  converter: Converter;
  /** Cached results. Undefined if results are not cached. */
  resultCache?: ResultCache | undefined;
  sandbox: Sandbox;
  workspace: Workspace;
  probe: ProbeResult;
  close(): Promise<void>;
}

/**
 * Settings for sandboxes that are started in advance. A process that runs a single command starts no sandboxes in
 * advance.
 */
export interface SandboxReadiness {
  /** Number of sandboxes without a warm engine. */
  bareSandboxes: number;
  warmEngines: readonly WarmEngineSpec[];
  onFailure: (warmEngine: WarmEngineSpec, cause: unknown) => void;
}

/** Returns the sandboxes to start in advance for a server, or for any other long series of conversions. */
export function sandboxReadiness(config: Config, onFailure: SandboxReadiness['onFailure']): SandboxReadiness {
  const { conversionsAtOnce: bareSandboxes, isolation } = config;
  // A warm engine serves several jobs, so it needs a separate file system.
  const warm = config.warm && isolation === 'required';
  return {
    bareSandboxes,
    warmEngines: warm ? warmEnginesFor(bareSandboxes, totalmem() / memoryShare) : [],
    onFailure,
  };
}

/** Optional settings. A missing setting gets its default. */
export interface ConversionParts {
  sources?: CheckedSources | undefined;
  /** Returns the engines that are offered at an isolation level. */
  offered?: ((level: IsolationLevel) => readonly Engine[]) | undefined;
  /** Kind of control groups to use instead of the detected kind. */
  cgroups?: CgroupKind | undefined;
  /** Wraps the execution of each step. */
  aroundStep?: AroundStep | undefined;
  /**
   * File that records that the sandbox passed its probe. If `probeFile` is not set, each start probes the sandbox
   * again.
   */
  probeFile?: string | undefined;
}

/** Opens conversions that work below `workDir`. Removes the files that dead processes left in `workDir`. */
export async function openConversions(
  config: Config,
  workDir: string,
  { bareSandboxes, warmEngines, onFailure }: SandboxReadiness = {
    bareSandboxes: 0,
    warmEngines: [],
    onFailure: () => {},
  },
  {
    offered = withinIsolation,
    cgroups = cgroupKind(),
    sources: { sources, mounts: exposed } = withMounts(sourcesFor(config)),
    aroundStep,
    probeFile,
  }: ConversionParts = {},
): Promise<Conversions> {
  await using opened = new AsyncDisposableStack();
  const { level } = sources;
  refuseMounted(workDir, 'The folder of conversions', exposed);
  await sweepCgroups(cgroups, processIsAlive);
  const workspace = opened.adopt(
    await Workspace.open(workDir, randomId, isolationLevels[level].unprivilegedUser),
    (workspace) => workspace.close(),
  );
  const sandbox = opened.adopt(
    new Sandbox({
      sources,
      cgroups,
      folders: workspace,
      newId: randomId,
      // Running conversions are stopped when only half of the disk reserve is free. Uploads are rejected
      // earlier, as soon as the disk reserve would be used.
      watch: new Watch({ dir: workDir, diskReserve: config.diskReserve / 2 }),
      ready: bareSandboxes,
      warmEngines,
      onFailure,
    }),
    (sandbox) => sandbox.close(),
  );
  const mounts = engines.flatMap(allMountsOf);
  const runProbes = () => probeSandbox(sandbox, workspace, config.dataDir, mounts);
  const probe =
    probeFile === undefined
      ? await runProbes()
      : await rememberedProbe(
          probeFile,
          await probeSubject(sandbox, config.dataDir, mounts),
          systemClock.now(),
          runProbes,
        );
  const catalogue = new Catalogue(
    formats,
    offered(level),
    undefined,
    engines,
    undefined,
    config.formatsWithout,
  );
  const { conversionsAtOnce, conversionsWaiting, conversionWaitMs, conversionMs } = config;
  const versions = new EngineVersions(root, () => systemClock.elapsed());
  const reporter = new Reporter({ versions, engine: (id) => catalogue.engine(id) });
  const { resultCacheBytes: maxBytes, diskReserve } = config;
  const resultCache =
    maxBytes === 0
      ? undefined
      : new ResultCache({
          dir: workspace.openCache(),
          ...{ maxBytes, diskReserve, newId: randomId },
          versions: () => versions.ofAll(catalogue.engines.map(({ engine }) => engine)),
          now: () => systemClock.elapsed(),
        });
  const converter = new Converter({
    catalogue,
    sandbox,
    reporter,
    clock: systemClock,
    conversionsAtOnce,
    conversionsWaiting,
    conversionWaitMs,
    conversionMs,
    resultCache,
    aroundStep,
  });
  const owned = opened.move();
  return { catalogue, converter, resultCache, sandbox, workspace, probe, close: () => owned.disposeAsync() };
}

/** Thrown if the sandbox does not work: untrusted files are only opened in a sandbox. */
export class SandboxMissingError extends Error {
  override name = 'SandboxMissingError';

  constructor(probed: string) {
    super(
      `The sandbox does not work: ${probed}.\nProtean converts no files outside a sandbox. Run \`script/protean doctor\` for details.`,
    );
  }
}

/** Logs the outcome of the sandbox's probe. Throws {@link SandboxMissingError} if the sandbox does not isolate. */
export function requireSandbox({ probe, sandbox, catalogue }: Conversions, log: Logger): void {
  const { ok, level, blocked, description } = probe;
  const routes = catalogue.live.all().length;
  log[level === 'full' ? 'info' : 'warn'](
    { sandbox: description, level, cgroups: sandbox.cgroups, ...blocked, routes },
    'sandbox probed',
  );
  if (!ok) throw new SandboxMissingError(description);
}

/**
 * The sources of sandboxes (paths and isolation settings), and the mounts of all engines. The mounts are listed once
 * per start.
 */
export interface CheckedSources {
  sources: SandboxSources;
  mounts: ReturnType<typeof mountsFor>;
}

/**
 * Returns the settings and the mounts of sandboxes. Throws {@link ConfigError} if a mount would expose files of the
 * server. Call this function before any of the server's files is created.
 */
export function checkedSources(config: Config): CheckedSources {
  const checked = withMounts(sourcesFor(config));
  refuseMounted(config.dataDir, `DATA_DIR=${config.dataDir}`, checked.mounts);
  for (const file of new Set([path.join(root, '.env'), path.resolve('.env')]))
    if (existsSync(file)) refuseMounted(file, file, checked.mounts);
  return checked;
}

/** Without a separate file tree, engines see the whole machine, so there are no mounts to list. */
function withMounts(sources: SandboxSources): CheckedSources {
  const { ownTree } = isolationLevels[sources.level];
  return { sources, mounts: ownTree ? mountsFor(engines.flatMap(allMountsOf), sources) : [] };
}

function refuseMounted(file: string, name: string, mounts: CheckedSources['mounts']): void {
  const folder = mountContaining(file, mounts);
  if (folder === undefined) return;
  throw new ConfigError([
    `${name} is inside ${folder}, which callers' files can read, because engines need that folder. Choose a folder outside of it.`,
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
  throw new Error(`Unsupported architecture: ${process.arch}. Protean supports x64 and arm64.`);
}

function levelOf({ isolation }: Config): IsolationLevel {
  return isolation === 'required' ? 'full' : isolation;
}

/**
 * Returns the engines that are safe at an isolation level. At a weak isolation level, the engines do not offer formats
 * that can refer to files, use the network or run code.
 */
export function withinIsolation(level: IsolationLevel): readonly Engine[] {
  return isolationLevels[level].trusted ? engines : engines.map(withoutDangerousEdges);
}

/** Opens conversions in a temporary folder, which is removed when they are closed. */
export async function openTemporaryConversions(
  config: Config,
  parts: Pick<ConversionParts, 'probeFile'> = {},
): Promise<Conversions> {
  const sources = checkedSources(config);
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const conversions = await openConversions(config, dir, undefined, { sources, ...parts });
  opened.defer(() => conversions.close());
  const owned = opened.move();
  return { ...conversions, close: () => owned.disposeAsync() };
}

/** Opens temporary conversions for a single command, passes them to `work`, and closes them afterwards. */
export async function withConversions<T>(
  config: Config,
  work: (conversions: Conversions) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const conversions = opened.adopt(await openTemporaryConversions(config), (open) => open.close());
  return await work(conversions);
}
