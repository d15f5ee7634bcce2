/** The one door to every engine: finds each job the box that suits it, and leaves none behind. */
import { setMaxListeners } from 'node:events';
import type { NewId } from '../kit/ids.ts';
import type { CgroupKind } from './cgroup.ts';
import { inheritedFiles } from './inherited.ts';
import type { Keeper } from './keeper.ts';
import type { BoxSources, StepFolders } from './layout.ts';
import { Pool, type PoolState, type Stand } from './pool.ts';
import type { Watch } from './watch.ts';
import { Room, type Outcome, type RunRequest } from './room.ts';

/** Where rooms have their folders. */
export interface Grounds {
  openBox(): Promise<string>;
  remove(dir: string): Promise<void>;
}

interface Parts {
  sources: BoxSources;
  cgroups: CgroupKind;
  grounds: Grounds;
  newId: NewId;
  watch: Watch;
  /** How many bare boxes to start ahead of need: each costs about 2 MB at rest and saves 10 ms when it is wanted. */
  ready: number;
  /** Programs that wait in boxes of their own with their libraries loaded; none where everything starts cold. */
  keepers: readonly Keeper[];
  /** Told of a keeper that could not be made ready, whereupon the job it was for runs cold. */
  onFailure(keeper: Keeper, cause: unknown): void;
}

export interface Job<T> extends RunRequest {
  /** Whose it is: a box that has seen one owner's files is only ever given that owner's. Without one it is used once. */
  owner?: string;
  /** Lays its files into the folders. */
  put(folders: StepFolders): Promise<void>;
  /** Fetches what the commands left. */
  take(folders: StepFolders, outcome: Outcome): Promise<T>;
}

export class Sandbox {
  readonly #parts: Parts;
  readonly #inherited: readonly number[];
  readonly #ending = new AbortController();
  readonly #bare: Pool;
  readonly #warm: readonly { keeper: Keeper; pool: Pool }[];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#inherited = inheritedFiles();
    // Every box that gets ready hangs a listener on it.
    setMaxListeners(0, this.#ending.signal);
    this.#bare = this.#poolOf(undefined, { ready: parts.ready, keep: 0, mostJobs: 1 });
    this.#warm = parts.keepers.map((keeper) => ({ keeper, pool: this.#poolOf(keeper, keeper) }));
  }

  get sources(): BoxSources {
    return this.#parts.sources;
  }

  get cgroups(): CgroupKind {
    return this.#parts.cgroups;
  }

  /** How many boxes of each kind there are, for whoever watches. */
  get state(): Readonly<Record<string, PoolState>> {
    const warm = this.#warm.map(({ keeper, pool }) => [keeper.id, pool.state]);
    return Object.fromEntries([['bare', this.#bare.state], ...warm]) as Record<string, PoolState>;
  }

  /** Starts what is to be ready ahead of need. */
  prepare(): void {
    this.#bare.fill();
    for (const { pool } of this.#warm) pool.fill();
  }

  /** Runs one job in a box, which nobody enters before its files are gone from there. Throws what `put` and `take` throw. */
  async run<T>(job: Job<T>): Promise<T> {
    const { pool, stand } = await this.#enter(job);
    try {
      await job.put(stand.room.folders);
      const taken = await job.take(stand.room.folders, await stand.room.run(job));
      pool.leave(stand, job.owner);
      return taken;
    } catch (error) {
      // What was taken out is removed next, and nothing may be left that could change it meanwhile.
      await pool.end(stand);
      throw error;
    }
  }

  /** Pulls down all boxes, those too that are still getting ready. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#bare, ...this.#warm.map(({ pool }) => pool)].map((pool) => pool.close()));
  }

  async #enter({
    commands,
    limits,
    owner,
  }: RunRequest & { owner?: string }): Promise<{ pool: Pool; stand: Stand }> {
    // What may take more than a keeper has runs cold: nothing in a box gets more than its first process.
    const fits = (keeper: Keeper) =>
      limits.outputBytes <= keeper.limits.outputBytes && limits.wallMs <= keeper.limits.wallMs;
    const warm = this.#warm.find(({ keeper }) => keeper.serves(commands) && fits(keeper));
    if (warm) {
      try {
        return { pool: warm.pool, stand: await warm.pool.enter(owner) };
      } catch (error) {
        this.#parts.onFailure(warm.keeper, error);
      }
    }
    return { pool: this.#bare, stand: await this.#bare.enter(undefined) };
  }

  #poolOf(keeper: Keeper | undefined, sizes: Pick<Keeper, 'ready' | 'keep' | 'mostJobs'>): Pool {
    const { grounds, watch } = this.#parts;
    const { ready, keep, mostJobs } = sizes;
    return new Pool({
      ...{ ready, keep, mostJobs },
      open: () => this.#open(keeper),
      remove: async (dir) => {
        await grounds.remove(dir).finally(() => watch.remove(dir));
      },
    });
  }

  async #open(keeper: Keeper | undefined): Promise<Stand> {
    const { grounds, newId, sources, cgroups, watch } = this.#parts;
    const dir = await grounds.openBox();
    try {
      const name = `protean-${process.pid}-${newId()}`;
      const { signal: ending } = this.#ending;
      const site = { dir, name, sources, cgroups, watch, inherited: this.#inherited, ending };
      return { dir, room: await Room.open({ ...site, ...(keeper ? { keeper } : {}) }) };
    } catch (error) {
      await grounds.remove(dir);
      throw error;
    }
  }
}
