/**
 * Runs programs in sandboxes. This module runs every engine. Chooses a pool for each run, and leaves no process behind.
 */
import { setMaxListeners } from 'node:events';
import type { NewId } from '../kit/ids.ts';
import { cgroupName, type CgroupKind } from './cgroup.ts';
import type { CommandScript } from './command-script.ts';
import { inheritedFds } from './close-inherited-fds.ts';
import type { WarmEngineSpec } from '@protean/engines/warm/warm-engine-spec.ts';
import type { SandboxSources, StepFolders } from './isolation/layout.ts';
import { isolationLevels } from './isolation/isolation.ts';
import { Pool, type PoolState, type SandboxHandle } from './pool.ts';
import type { Watch } from './watch.ts';
import { SandboxProcess, type RunOutcome } from './sandbox-process.ts';
import { includes, viewOf, type View } from '@protean/engines/contract/view.ts';
import { mountsFor, type Mount } from './isolation/view.ts';

/** The folders of sandboxes. */
export interface SandboxFolders {
  openSandbox(): string;
  removeSandbox(dir: string): Promise<void>;
}

interface SandboxOptions {
  sources: SandboxSources;
  cgroups: CgroupKind;
  folders: SandboxFolders;
  newId: NewId;
  watch: Watch;
  /**
   * Number of sandboxes to start in advance for each of the most recently used views. Sandboxes that are started in
   * advance have no warm engine. A ready sandbox costs about 2 MB and saves 10 ms.
   */
  ready: number;
  /**
   * Programs that have loaded their libraries and wait for jobs, in separate sandboxes. If no such program waits, every
   * run starts new processes.
   */
  warmEngines: readonly WarmEngineSpec[];
  /** Called if a warm engine did not become ready. If a warm engine is not ready, its job runs in new processes. */
  onFailure(warmEngine: WarmEngineSpec, cause: unknown): void;
}

export interface SandboxRun<T> extends CommandScript {
  /** If the signal aborts, the commands and all their children are killed. */
  signal?: AbortSignal | undefined;
  /** Tenant identifier. A sandbox is reused only for jobs of the same owner. Without an owner, no sandbox is reused. */
  owner?: string | undefined;
  /** Whether to run in new processes instead of a warm engine. */
  cold?: boolean | undefined;
  /** Additional files and folders of the machine that the sandbox mounts. */
  mounts?: readonly string[];
  /** Puts the input files into the step's folders. */
  stageInputs(folders: StepFolders): Promise<void> | void;
  /** Reads the output files from the step's folders. */
  collectOutputs(folders: StepFolders, outcome: RunOutcome): Promise<T>;
}

/**
 * Number of views for which sandboxes without a warm engine are kept ready: the most recently used views. A
 * view is the list of paths that a sandbox shows.
 */
const readyKinds = 4;

export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #inheritedFds: readonly number[];
  readonly #closing = new AbortController();
  /** The pools of sandboxes without a warm engine, ordered from the least to the most recently used. */
  readonly #bare = new Map<string, Pool>();
  readonly #mounts = new Map<string, readonly Mount[]>();
  readonly #warm: readonly { warmEngine: WarmEngineSpec; pool: Pool }[];

  constructor(parts: SandboxOptions) {
    this.#options = parts;
    this.#inheritedFds = inheritedFds();
    // Every ready sandbox adds a listener, so the warning about many listeners is disabled.
    setMaxListeners(0, this.#closing.signal);
    this.#warm = parts.warmEngines.map((warmEngine) => ({
      warmEngine,
      pool: this.#newPool(warmEngine.view, warmEngine, warmEngine),
    }));
  }

  get sources(): SandboxSources {
    return this.#options.sources;
  }

  get cgroups(): CgroupKind {
    return this.#options.cgroups;
  }

  /** Number of sandboxes, by kind. */
  get state(): Readonly<Record<string, PoolState>> {
    const warm = this.#warm.map(({ warmEngine, pool }) => [warmEngine.id, pool.state]);
    const bare = sumOf([...this.#bare.values()].map((pool) => pool.state));
    return Object.fromEntries([['bare', bare], ...warm]) as Record<string, PoolState>;
  }

  /** Starts the sandboxes that are kept ready. */
  prepare(): void {
    // At an isolation level without views, all sandboxes are equal, so some sandboxes can be started now. At a level
    // with views, a sandbox is started for a particular view, and no view is known yet.
    if (!this.#hasViews) this.#coldPool([]).fill();
    for (const { pool } of this.#warm) pool.fill();
  }

  /**
   * Runs one job in a sandbox. The sandbox is reused only after the files of the job are removed. Throws the errors of
   * `stageInputs` and `collectOutputs`.
   */
  async run<T>(job: SandboxRun<T>): Promise<T> {
    const { pool, handle } = await this.#acquire(job);
    try {
      await job.stageInputs(handle.process.folders);
      const collected = await job.collectOutputs(
        handle.process.folders,
        await handle.process.run(job, job.signal),
      );
      pool.release(handle, job.owner);
      return collected;
    } catch (error) {
      // The caller will now remove the outputs, so no process that could change the outputs may remain.
      await pool.discard(handle);
      throw error;
    }
  }

  /** Destroys all sandboxes, including sandboxes that are not ready yet. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(
      [...this.#bare.values(), ...this.#warm.map(({ pool }) => pool)].map((pool) => pool.close()),
    );
  }

  async #acquire({
    commands,
    limits,
    owner,
    cold = false,
    mounts = [],
  }: Pick<SandboxRun<unknown>, 'commands' | 'limits' | 'owner' | 'cold' | 'mounts'>): Promise<{
    pool: Pool;
    handle: SandboxHandle;
  }> {
    const view = this.#hasViews ? viewOf(mounts) : [];
    // A run with larger limits than the warm engine does not use the warm engine, because no process may exceed the
    // limits of its sandbox.
    const fits = (warmEngine: WarmEngineSpec) =>
      includes(warmEngine.view, view) &&
      limits.outputBytes <= warmEngine.limits.outputBytes &&
      (limits.longestWallMs ?? limits.wallMs) <= warmEngine.limits.wallMs;
    const warm = cold
      ? undefined
      : this.#warm.find(({ warmEngine }) => warmEngine.serves(commands) && fits(warmEngine));
    if (warm) {
      try {
        return { pool: warm.pool, handle: await warm.pool.acquire(owner) };
      } catch (error) {
        this.#options.onFailure(warm.warmEngine, error);
      }
    }
    const pool = this.#coldPool(view);
    return { pool, handle: await pool.acquire(undefined) };
  }

  /** Whether sandboxes show only mounted files. */
  get #hasViews(): boolean {
    return isolationLevels[this.#options.sources.level].ownTree;
  }

  /**
   * Returns the pool whose sandboxes have the view `view` and no warm engine. If there are too many pools, the least
   * recently used pool stops keeping sandboxes ready.
   */
  #coldPool(view: View): Pool {
    const name = view.join(':');
    const ready = { atRest: 0, inUse: this.#options.ready, inBurst: 0 };
    const pool = this.#bare.get(name) ?? this.#newPool(view, { ready, maxRetained: 0, maxJobs: 1 });
    this.#bare.delete(name);
    this.#bare.set(name, pool);
    pool.keepReady(this.#options.ready);
    [...this.#bare.values()].at(-1 - readyKinds)?.keepReady(0);
    return pool;
  }

  #newPool(
    view: View,
    sizes: Pick<WarmEngineSpec, 'ready' | 'maxRetained' | 'maxJobs'>,
    warmEngine?: WarmEngineSpec,
  ): Pool {
    const { folders, watch } = this.#options;
    const { ready, maxRetained, maxJobs } = sizes;
    return new Pool({
      ...{ ready, maxRetained, maxJobs },
      open: () => this.#open(view, warmEngine),
      remove: async (dir) => {
        await folders.removeSandbox(dir).finally(() => watch.remove(dir));
      },
    });
  }

  #mountsOf(view: View): readonly Mount[] {
    const name = view.join(':');
    const mounts = this.#mounts.get(name) ?? mountsFor(view, this.#options.sources);
    this.#mounts.set(name, mounts);
    return mounts;
  }

  async #open(view: View, warmEngine: WarmEngineSpec | undefined): Promise<SandboxHandle> {
    const { folders, newId, sources, cgroups, watch } = this.#options;
    const dir = folders.openSandbox();
    try {
      const name = cgroupName(newId());
      const { signal: abandoned } = this.#closing;
      const options = { dir, name, sources, cgroups, watch, inheritedFds: this.#inheritedFds, abandoned };
      const mounts = this.#mountsOf(view);
      return {
        dir,
        process: await SandboxProcess.spawn({ ...options, mounts, warmEngine }),
      };
    } catch (error) {
      await folders.removeSandbox(dir);
      throw error;
    }
  }
}

function sumOf(states: readonly PoolState[]): PoolState {
  const sum = { ready: 0, kept: 0, busy: 0, built: 0, failed: 0 };
  for (const state of states)
    for (const name of Object.keys(sum) as (keyof PoolState)[]) sum[name] += state[name];
  return sum;
}
