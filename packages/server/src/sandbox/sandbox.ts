/** Runs programs in sandboxes, the only way to an engine: chooses the pool that suits a run, and leaves no process behind. */
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

/** Where sandboxes have their folders. */
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
  /** How many bare sandboxes of a kind to start ahead of need: each costs about 2 MB at rest and saves 10 ms. */
  ready: number;
  /** Programs that wait in sandboxes of their own with their libraries loaded; none where everything starts cold. */
  warmEngines: readonly WarmEngineSpec[];
  /** Called with a warm engine that did not become ready; the job it was for runs cold. */
  onFailure(warmEngine: WarmEngineSpec, cause: unknown): void;
}

export interface SandboxRun<T> extends CommandScript {
  /** Aborting it kills the commands and all their children. */
  signal?: AbortSignal | undefined;
  /** Whose files they are: a sandbox that has seen one owner's is used again for that owner only, and without one never. */
  owner?: string | undefined;
  /** Whether its programs are started anew, not run by a warm engine. */
  cold?: boolean | undefined;
  /** Files and folders of the machine that it needs besides what every sandbox shows. */
  mounts?: readonly string[];
  /** Puts the input files into the folders. */
  stageInputs(folders: StepFolders): Promise<void> | void;
  /** Takes the output files from the folders. */
  collectOutputs(folders: StepFolders, outcome: RunOutcome): Promise<T>;
}

/** How many kinds of bare sandboxes, by what they show, have some ready: those that were used last. */
const readyKinds = 4;

export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #inheritedFds: readonly number[];
  readonly #closing = new AbortController();
  /** By what they show; the one that was used last stands last. */
  readonly #bare = new Map<string, Pool>();
  readonly #mounts = new Map<string, readonly Mount[]>();
  readonly #warm: readonly { warmEngine: WarmEngineSpec; pool: Pool }[];

  constructor(parts: SandboxOptions) {
    this.#options = parts;
    this.#inheritedFds = inheritedFds();
    // Every sandbox that becomes ready adds a listener.
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

  /** How many sandboxes of each kind there are. */
  get state(): Readonly<Record<string, PoolState>> {
    const warm = this.#warm.map(({ warmEngine, pool }) => [warmEngine.id, pool.state]);
    const bare = sumOf([...this.#bare.values()].map((pool) => pool.state));
    return Object.fromEntries([['bare', bare], ...warm]) as Record<string, PoolState>;
  }

  /** Starts the sandboxes that are held ready. */
  prepare(): void {
    // Which views will be used is not known yet; where sandboxes show everything, any will do.
    if (!this.#hasViews) this.#barePool([]).fill();
    for (const { pool } of this.#warm) pool.fill();
  }

  /** Runs one job in a sandbox, which is not used again before its files are removed. Throws what staging and collecting throw. */
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
      // The caller removes the outputs next; no process may be left that could change them meanwhile.
      await pool.discard(handle);
      throw error;
    }
  }

  /** Destroys all sandboxes, also those that are not ready yet. */
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
    // A run with larger limits than the warm engine's runs cold: no process gets more than the first one has.
    const fits = (warmEngine: WarmEngineSpec) =>
      includes(warmEngine.view, view) &&
      limits.outputBytes <= warmEngine.limits.outputBytes &&
      limits.wallMs <= warmEngine.limits.wallMs;
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
    const pool = this.#barePool(view);
    return { pool, handle: await pool.acquire(undefined) };
  }

  /** Whether sandboxes show no more than is mounted. */
  get #hasViews(): boolean {
    return isolationLevels[this.#options.sources.level].ownTree;
  }

  /** The pool of bare sandboxes with this view; the one that was not used for longest holds none ready any more. */
  #barePool(view: View): Pool {
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
