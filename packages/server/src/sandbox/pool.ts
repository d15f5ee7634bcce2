/** Rooms of one kind: some ready ahead of need, some kept for the owner whose jobs they have seen, and never for another. */
import { idleMs } from './keeper.ts';
import { accountOfOwner } from './owner.ts';
import type { Room } from './room.ts';

/** A room and the folder that is all of it. */
export interface Stand {
  room: Room;
  dir: string;
}

interface Kept extends Stand {
  owner: string;
  /** Whether it was emptied after the job before. */
  cleared: Promise<boolean>;
  idle: NodeJS.Timeout;
}

interface Parts {
  open(): Promise<Stand>;
  remove(dir: string): Promise<void>;
  /** How many to hold ready at first, and how many at most to keep for owners. */
  ready: number;
  keep: number;
  mostJobs: number;
}

export interface PoolState {
  ready: number;
  kept: number;
  busy: number;
  /** Rooms built since the start, and how many of them never became ready. */
  built: number;
  failed: number;
}

export class Pool {
  readonly #parts: Parts;
  readonly #ready: Promise<Stand>[] = [];
  readonly #kept: Kept[] = [];
  readonly #leaving = new Set<Promise<void>>();
  /** How many to hold ready. */
  #most: number;
  #busy = 0;
  #built = 0;
  #failed = 0;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#most = parts.ready;
  }

  get state(): PoolState {
    return {
      ready: this.#ready.length,
      kept: this.#kept.length,
      busy: this.#busy,
      built: this.#built,
      failed: this.#failed,
    };
  }

  /** The room that has served `owner` before, else a fresh one. Throws what building one throws. */
  async enter(owner: string | undefined): Promise<Stand> {
    // More that are still being pulled down than can be ready means that building outruns it.
    while (this.#leaving.size > 2 * this.#most + 2) await Promise.race(this.#leaving);
    const stand = (await this.#take(owner)) ?? (await this.#fresh());
    this.#busy += 1;
    return stand;
  }

  /** Gives the room back: it stays with its owner while it may, and is pulled down otherwise. Nobody waits for either. */
  leave(stand: Stand, owner: string | undefined): void {
    this.#busy -= 1;
    if (owner !== undefined && this.#mayStay(stand.room)) this.#keep(stand, owner);
    else void this.#pullDown(stand);
    this.fill();
  }

  /** Gives back a room in which something went wrong; resolves when all that was in it has ended. */
  async end(stand: Stand): Promise<void> {
    this.#busy -= 1;
    const gone = this.#pullDown(stand);
    this.fill();
    await gone;
  }

  /** Has so many ready from now on: those that are missing when there is a pause, and none that are too many. */
  hold(ready: number): void {
    this.#most = ready;
    for (const stand of this.#ready.splice(ready))
      void stand.then((open) => this.#pullDown(open)).catch(() => {});
  }

  /** Starts as many as are missing; called when there is a pause, so that starting delays nobody. */
  fill(): void {
    while (!this.#closed && this.#ready.length < this.#most) {
      const stand = this.#open();
      // Seen by whoever takes it.
      stand.catch(() => {});
      this.#ready.push(stand);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stand of this.#ready.splice(0))
      await stand.then((open) => this.#pullDown(open)).catch(() => {});
    while (this.#kept.length > 0) void this.#pullDown(this.#release(0));
    await Promise.all(this.#leaving);
  }

  async #take(owner: string | undefined): Promise<Stand | undefined> {
    for (;;) {
      const at = owner === undefined ? -1 : this.#kept.findLastIndex((kept) => kept.owner === owner);
      if (at < 0) return undefined;
      const stand = this.#release(at);
      if ((await stand.cleared) && stand.room.waits) return stand;
      void this.#pullDown(stand);
    }
  }

  async #fresh(): Promise<Stand> {
    for (let next = this.#ready.shift(); next; next = this.#ready.shift()) {
      const stand = await next.catch(() => undefined);
      if (stand?.room.waits) return stand;
      if (stand) void this.#pullDown(stand);
    }
    return this.#open();
  }

  async #open(): Promise<Stand> {
    this.#built += 1;
    try {
      return await this.#parts.open();
    } catch (error) {
      this.#failed += 1;
      throw error;
    }
  }

  #mayStay(room: Room): boolean {
    return !this.#closed && room.waits && room.jobs < this.#parts.mostJobs;
  }

  #keep(stand: Stand, owner: string): void {
    const idle = setTimeout(() => this.#dismiss(kept), idleMs).unref();
    const cleared = stand.room.clear().then(
      () => true,
      () => false,
    );
    const kept = { ...stand, owner, idle, cleared };
    this.#kept.push(kept);
    if (this.#kept.length > this.#parts.keep) void this.#pullDown(this.#release(this.#leastWanted(owner)));
  }

  /**
   * Of those kept, the one that makes room for `owner`'s: the account's own that has waited longest for another of its
   * groups, so that nobody pushes others out by naming many, else the one that has waited longest of all.
   */
  #leastWanted(owner: string): number {
    const account = accountOfOwner(owner);
    const sibling = this.#kept.findIndex(
      (kept) => kept.owner !== owner && accountOfOwner(kept.owner) === account,
    );
    return Math.max(0, sibling);
  }

  #dismiss(kept: Kept): void {
    const at = this.#kept.indexOf(kept);
    if (at >= 0) void this.#pullDown(this.#release(at));
  }

  #release(at: number): Kept {
    const [kept] = this.#kept.splice(at, 1);
    if (!kept) throw new Error(`no room is kept at ${at}`);
    clearTimeout(kept.idle);
    return kept;
  }

  /** Resolves when all that was in the room has ended; its folder goes after that, and only the service's end waits. */
  #pullDown({ room, dir, cleared }: Stand & Partial<Kept>): Promise<void> {
    const gone = Promise.resolve(cleared).then(() => room.pullDown());
    const leaving = gone.then(() => this.#parts.remove(dir)).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    leaving.catch(() => {});
    return gone;
  }
}
