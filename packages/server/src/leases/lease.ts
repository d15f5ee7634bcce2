/**
 * A process's lease in the database. The claims of the process are valid while it renews the lease by heartbeats. When
 * the lease ends, the claims are released.
 */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { processLives, processName, processSpace } from '../kit/processes.ts';
import { Releases, type Release } from './releases.ts';

/**
 * Time for which the lease is valid after a heartbeat, in milliseconds. If a process on another machine dies, its
 * claims are released after this time.
 */
const leaseMs = 15_000;
/** Heartbeat interval, in milliseconds. */
export const renewEveryMs = 5_000;
/** Interval in milliseconds at which the leases of dead processes are ended and failed releases are retried. */
const sweepEveryMs = 2_000;
/**
 * Maximum clock difference between processes, in milliseconds. A process treats its lease as expired `skewMs` before
 * the stored expiry time. If the clock of another process is ahead, the other process treats the lease as expired
 * earlier than its owner would.
 */
export const skewMs = 3_000;

/** Thrown if the lease has expired. Other processes may have taken over the claims of an expired lease. */
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

  /** Begins a lease, and releases the claims of dead processes. */
  static async open(services: LeaseServices): Promise<Lease> {
    const machine = (await processSpace()) ?? services.newId();
    const lease = new Lease(services, machine, await processName(process.pid));
    await lease.renew();
    await lease.sweep();
    return lease;
  }

  /** Renews the lease and sweeps in the background until {@link close}. */
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

  /**
   * Returns the id of the lease for new claims. If the lease has expired because the process was suspended, begins a
   * new lease and returns its id. The new lease does not hold the earlier claims.
   */
  async ensure(): Promise<string> {
    if (this.#expiresAt - this.#clock.now() < leaseMs / 2) await this.renew();
    return this.#id;
  }

  /**
   * Calls `claim` with the id of the lease, and returns its result. `claim` must write a claim under this lease. If the
   * database becomes unreachable during the call, `release` is called later, because the claim may have been written.
   */
  async claim<T>(claim: (leaseId: string) => Promise<T>, release?: Release): Promise<T> {
    const id = await this.ensure();
    return this.#releases.claim(() => claim(id), release);
  }

  /** Releases a claim. If the database is unreachable, retries the release later and throws no error. */
  release(release: Release): Promise<void> {
    return this.#releases.release(release);
  }

  /**
   * Whether the lease may hold a claim that this process does not know. A claim is unknown if the database's response
   * to the claim was lost.
   */
  get isInDoubt(): boolean {
    return this.#releases.inDoubt;
  }

  /**
   * Retries failed releases. Releases claims with an unknown outcome too, because these claims may have been written.
   */
  repeatReleases(): Promise<void> {
    return this.#releases.repeat();
  }

  /** Sends a heartbeat. A lease that has expired or is about to expire is replaced with a new lease without claims. */
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
    // Marks this lease as expired, so that `ensure` does not return it if a later step fails.
    this.#expiresAt = 0;
    await this.#end(this.#id);
    const id = this.#newId();
    await this.#database.query
      .insertInto('leases')
      .values({ id, machine: this.#machine, process: this.#process, expires_at: expiresAt })
      .execute();
    this.#id = id;
  }

  /** Ends the leases of dead processes, which releases all of their claims. */
  async sweep(): Promise<void> {
    const leases = await this.#database.query.selectFrom('leases').selectAll().execute();
    for (const { id, machine, process, expires_at: expiresAt } of leases) {
      // A process of this machine can be checked directly. A process of another machine counts as dead when its
      // heartbeats stop.
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

  /** Ends the lease, which releases all claims of this process. */
  async close(): Promise<void> {
    this.#stopTimers();
    // Waits for a running renewal, because it could begin a new lease after this lease has ended.
    await this.#renewing?.catch(() => undefined);
    await this.#end(this.#id);
  }

  /** Deletes a lease. Foreign keys of the database then release the claims of the lease. */
  async #end(id: string): Promise<void> {
    await this.#database.query.deleteFrom('leases').where('id', '=', id).execute();
  }
}
