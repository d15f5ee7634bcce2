/** The one door to every engine: hands out boxes that stand ready, and leaves none behind. */
import type { NewId } from '../kit/ids.ts';
import type { CgroupKind } from './cgroup.ts';
import type { BoxSources, StepFolders } from './layout.ts';
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
  /** How many boxes to start ahead of need: each costs about 2 MB at rest and saves 10 ms when it is wanted. */
  ready: number;
}

interface Stand {
  dir: string;
  room: Room;
}

export class Sandbox {
  readonly #parts: Parts;
  readonly #ready: Promise<Stand>[] = [];
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get cgroups(): CgroupKind {
    return this.#parts.cgroups;
  }

  /** How many boxes there are of each kind, by what they do. */
  get state(): Readonly<Record<string, { ready: number }>> {
    return { bare: { ready: this.#ready.length } };
  }

  /**
   * One step in a box of its own: `put` lays its files into the folders, the commands run, and `take` fetches
   * what they left; after that the folders are gone. Throws what `put` and `take` throw.
   */
  async run<T>(
    request: RunRequest & {
      put(folders: StepFolders): Promise<void>;
      take(folders: StepFolders, outcome: Outcome): Promise<T>;
    },
  ): Promise<T> {
    const { dir, room } = await this.#enter();
    try {
      await request.put(room.folders);
      return await request.take(room.folders, await room.run(request));
    } finally {
      await room.pullDown();
      await this.#parts.grounds.remove(dir);
      this.#refill();
    }
  }

  /** Pulls down the boxes that stand ready. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stand of this.#ready.splice(0)) await this.#pullDown(await stand);
  }

  /** Starts as many as are missing; called when there is a pause, so that starting delays nobody. */
  #refill(): void {
    while (!this.#closed && this.#ready.length < this.#parts.ready) {
      const stand = this.#open();
      // Seen by whoever takes it.
      stand.catch(() => {});
      this.#ready.push(stand);
    }
  }

  async #enter(): Promise<Stand> {
    for (let next = this.#ready.shift(); next; next = this.#ready.shift()) {
      const stand = await next.catch(() => undefined);
      if (stand?.room.stands) return stand;
      if (stand) await this.#pullDown(stand);
    }
    return this.#open();
  }

  async #open(): Promise<Stand> {
    const { grounds, newId, sources, cgroups } = this.#parts;
    const dir = await grounds.openBox();
    try {
      return { dir, room: await Room.open(dir, `protean-${process.pid}-${newId()}`, sources, cgroups) };
    } catch (error) {
      await grounds.remove(dir);
      throw error;
    }
  }

  async #pullDown({ dir, room }: Stand): Promise<void> {
    await room.pullDown();
    await this.#parts.grounds.remove(dir);
  }
}
