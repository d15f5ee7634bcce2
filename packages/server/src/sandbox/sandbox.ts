/** The one door to every engine: finds each job the box that suits it, and leaves none behind. */
import { setMaxListeners } from 'node:events';
import type { NewId } from '../kit/ids.ts';
import type { CgroupKind } from './cgroup.ts';
import { inheritedFiles } from './inherited.ts';
import type { Keeper } from './keeper.ts';
import type { BoxSources, StepFolders } from './layout.ts';
import { levels } from './levels.ts';
import { Pool, type PoolState, type Stand } from './pool.ts';
import type { Watch } from './watch.ts';
import { Room, type Outcome, type RunRequest } from './room.ts';
import { includes, shownBy, viewOf, type Shown, type View } from './view.ts';

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
  /** How many bare boxes of a kind to start ahead of need: each costs about 2 MB at rest and saves 10 ms when it is wanted. */
  ready: number;
  /** Programs that wait in boxes of their own with their libraries loaded; none where everything starts cold. */
  keepers: readonly Keeper[];
  /** Told of a keeper that could not be made ready, whereupon the job it was for runs cold. */
  onFailure(keeper: Keeper, cause: unknown): void;
}

export interface Job<T> extends RunRequest {
  /** Whose it is: a box that has seen one owner's files is only ever given that owner's. Without one it is used once. */
  owner?: string;
  /** What it is to see of the machine besides what every box shows. */
  shows?: readonly string[];
  /** Lays its files into the folders. */
  put(folders: StepFolders): Promise<void>;
  /** Fetches what the commands left. */
  take(folders: StepFolders, outcome: Outcome): Promise<T>;
}

/** So many kinds of bare boxes, told apart by what they show, have some ready: those that were asked for last. */
const kindsReady = 4;

export class Sandbox {
  readonly #parts: Parts;
  readonly #inherited: readonly number[];
  readonly #ending = new AbortController();
  /** By what they show; the one that was asked for last stands last. */
  readonly #bare = new Map<string, Pool>();
  readonly #shown = new Map<string, readonly Shown[]>();
  readonly #warm: readonly { keeper: Keeper; pool: Pool }[];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#inherited = inheritedFiles();
    // Every box that gets ready hangs a listener on it.
    setMaxListeners(0, this.#ending.signal);
    this.#warm = parts.keepers.map((keeper) => ({
      keeper,
      pool: this.#poolOf(keeper.view, keeper, keeper),
    }));
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
    const bare = sumOf([...this.#bare.values()].map((pool) => pool.state));
    return Object.fromEntries([['bare', bare], ...warm]) as Record<string, PoolState>;
  }

  /** Starts what is to be ready ahead of need. */
  prepare(): void {
    // What will be asked for is not known yet; where boxes show everything, one is as good as another.
    if (!this.#hasViews) this.#bareOf([]).fill();
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
    await Promise.all(
      [...this.#bare.values(), ...this.#warm.map(({ pool }) => pool)].map((pool) => pool.close()),
    );
  }

  async #enter({
    commands,
    limits,
    owner,
    shows = [],
  }: RunRequest & Pick<Job<unknown>, 'owner' | 'shows'>): Promise<{ pool: Pool; stand: Stand }> {
    const view = this.#hasViews ? viewOf(shows) : [];
    // What may take more than a keeper has runs cold: nothing in a box gets more than its first process.
    const fits = (keeper: Keeper) =>
      includes(keeper.view, view) &&
      limits.outputBytes <= keeper.limits.outputBytes &&
      limits.wallMs <= keeper.limits.wallMs;
    const warm = this.#warm.find(({ keeper }) => keeper.serves(commands) && fits(keeper));
    if (warm) {
      try {
        return { pool: warm.pool, stand: await warm.pool.enter(owner) };
      } catch (error) {
        this.#parts.onFailure(warm.keeper, error);
      }
    }
    const pool = this.#bareOf(view);
    return { pool, stand: await pool.enter(undefined) };
  }

  /** Whether boxes show no more than they are told to. */
  get #hasViews(): boolean {
    return levels[this.#parts.sources.level].ownTree;
  }

  /** The pool of bare boxes that show so much; the one that was not asked for longest has none ready any more. */
  #bareOf(view: View): Pool {
    const name = view.join(':');
    const pool = this.#bare.get(name) ?? this.#poolOf(view, { ready: 0, keep: 0, mostJobs: 1 });
    this.#bare.delete(name);
    this.#bare.set(name, pool);
    pool.hold(this.#parts.ready);
    [...this.#bare.values()].at(-1 - kindsReady)?.hold(0);
    return pool;
  }

  #poolOf(view: View, sizes: Pick<Keeper, 'ready' | 'keep' | 'mostJobs'>, keeper?: Keeper): Pool {
    const { grounds, watch } = this.#parts;
    const { ready, keep, mostJobs } = sizes;
    return new Pool({
      ...{ ready, keep, mostJobs },
      open: () => this.#open(view, keeper),
      remove: async (dir) => {
        await grounds.remove(dir).finally(() => watch.remove(dir));
      },
    });
  }

  #shownBy(view: View): readonly Shown[] {
    const name = view.join(':');
    const shown = this.#shown.get(name) ?? shownBy(view, this.#parts.sources);
    this.#shown.set(name, shown);
    return shown;
  }

  async #open(view: View, keeper: Keeper | undefined): Promise<Stand> {
    const { grounds, newId, sources, cgroups, watch } = this.#parts;
    const dir = await grounds.openBox();
    try {
      const name = `protean-${process.pid}-${newId()}`;
      const { signal: ending } = this.#ending;
      const site = { dir, name, sources, cgroups, watch, inherited: this.#inherited, ending };
      const shown = this.#shownBy(view);
      return { dir, room: await Room.open({ ...site, shown, ...(keeper ? { keeper } : {}) }) };
    } catch (error) {
      await grounds.remove(dir);
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
