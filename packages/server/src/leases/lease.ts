/** A process's lease in the database: what it claims there is its own while its heartbeats come, and free afterwards. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { processLives, processName, processSpace } from '../kit/processes.ts';
import { Releases, type Release } from './releases.ts';

/** How long a heartbeat counts, in milliseconds: what a dead process of another machine held is free that much later. */
const leaseMs = 15_000;
/** How often a process sends one. */
export const renewEveryMs = 5_000;
/** How often the leases of dead processes are ended, and releases repeated that failed. */
const sweepEveryMs = 2_000;
/**
 * How far the times of processes may differ, however exactly they know that of the database. A process whose lease has less
 * than this left treats it as expired, as others may already do: it must not count again what they no longer counted.
 */
export const skewMs = 3_000;

/** The lease expired meanwhile, and others may have taken over what was held under it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

interface LeaseServices {
  database: Pick<Database, 'query' | 'relaxedDurability'>;
  clock: Clock;
  newId: NewId;
}

export class Lease {
  readonly #database: LeaseServices['database'];
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #machine: string;
  readonly #process: string;
  readonly #releases: Releases;
  #id: string;
  #expiresAt = 0;
  #renewing: Promise<void> | undefined;
  #stopTimers = (): void => {};

  private constructor({ database, clock, newId }: LeaseServices, machine: string, name: string) {
    this.#database = database;
    this.#clock = clock;
    this.#newId = newId;
    this.#machine = machine;
    this.#process = name;
    this.#releases = new Releases(clock);
    this.#id = newId();
  }

  /** Begins a lease, and frees what dead processes held. */
  static async open(services: LeaseServices): Promise<Lease> {
    const machine = (await processSpace()) ?? services.newId();
    const lease = new Lease(services, machine, await processName(process.pid));
    await lease.renew();
    await lease.sweep();
    return lease;
  }

  /** Renews it, and sweeps, in the background until {@link close}. */
  keepAlive(onError: (error: unknown) => void): void {
    const stopRenewing = interval(renewEveryMs, () => this.renew(), onError);
    const stopSweeping = interval(sweepEveryMs, () => this.sweep(), onError);
    const stopRepeating = interval(sweepEveryMs, () => this.repeatReleases(), onError);
    this.#stopTimers = () => {
      stopRenewing();
      stopSweeping();
      stopRepeating();
    };
  }

  /** The id to claim things under from now on. A process that was suspended for long has lost what it held before. */
  async ensure(): Promise<string> {
    if (this.#expiresAt - this.#clock.now() < leaseMs / 2) await this.renew();
    return this.#id;
  }

  /**
   * What `claim` returns, which claims something under the lease of this id. `release` frees what it may have claimed where
   * the database went away meanwhile.
   */
  async claim<T>(claim: (leaseId: string) => Promise<T>, release?: Release): Promise<T> {
    const id = await this.ensure();
    return this.#releases.claim(() => claim(id), release);
  }

  /** Frees something that was claimed: while the database is away later, without an error. */
  release(release: Release): Promise<void> {
    return this.#releases.release(release);
  }

  /** Whether something may be claimed under it of which this process does not know, since an answer was lost. */
  get isInDoubt(): boolean {
    return this.#releases.inDoubt;
  }

  /** Calls what {@link release} and {@link claim} could not free. */
  repeatReleases(): Promise<void> {
    return this.#releases.repeat();
  }

  /** The heartbeat. A lease that has expired, or nearly, is replaced by a new one that holds nothing yet. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const now = this.#clock.now();
    const renewed = await this.#database.relaxedDurability((db) =>
      db
        .updateTable('leases')
        .set({ expires_at: now + leaseMs })
        .where('id', '=', this.#id)
        .where('expires_at', '>', now + skewMs)
        .returning('id')
        .executeTakeFirst(),
    );
    if (!renewed) await this.#replace(now + leaseMs);
    this.#expiresAt = now + leaseMs;
  }

  async #replace(expiresAt: number): Promise<void> {
    // Should the rest fail, `ensure` hands out nothing that is not there.
    this.#expiresAt = 0;
    await this.#end(this.#id);
    const id = this.#newId();
    await this.#database.query
      .insertInto('leases')
      .values({ id, machine: this.#machine, process: this.#process, expires_at: expiresAt })
      .execute();
    this.#id = id;
  }

  /** Ends the leases of dead processes, and with them all that they held. */
  async sweep(): Promise<void> {
    const leases = await this.#database.query.selectFrom('leases').selectAll().execute();
    for (const { id, machine, process, expires_at: expiresAt } of leases) {
      // Processes of this machine can be looked up; of others only missing heartbeats tell.
      const dead = machine === this.#machine && !(await processLives(process));
      if (dead) await this.#end(id);
      else if (expiresAt <= this.#clock.now()) await this.#endUnlessRenewed(id, expiresAt);
    }
  }

  async #endUnlessRenewed(id: string, expiresAt: number): Promise<void> {
    await this.#database.query
      .deleteFrom('leases')
      .where('id', '=', id)
      .where('expires_at', '=', expiresAt)
      .execute();
  }

  /** Ends it: what this process still holds is free. */
  async close(): Promise<void> {
    this.#stopTimers();
    // A renewal under way could begin a new lease after this one has ended.
    await this.#renewing?.catch(() => undefined);
    await this.#end(this.#id);
  }

  /** Foreign keys free what was held under it. */
  async #end(id: string): Promise<void> {
    await this.#database.query.deleteFrom('leases').where('id', '=', id).execute();
  }
}
