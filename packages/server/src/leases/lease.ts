/** This process's sign of life in the database: what it holds there is its own while it lives, and free afterwards. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { processLives, processName, processSpace } from '../kit/processes.ts';

/** How long a process that says nothing is believed to live: jobs wait so long for one that is gone. */
const lastsMs = 15_000;
/** How often one has to say that it lives. */
export const renewEveryMs = 5_000;
/**
 * How far the clocks of several machines may be apart. A process with less than this left takes itself for dead, as
 * others may already do: it must not count again what they no longer counted.
 */
export const skewMs = 3_000;

interface LeaseServices {
  database: Database;
  clock: Clock;
  newId: NewId;
}

export class Lease {
  readonly #services: LeaseServices;
  readonly #machine: string;
  readonly #process: string;
  #id: string;
  #expiresAt = 0;
  #renewing: Promise<void> | undefined;

  private constructor(parts: LeaseServices, machine: string, name: string) {
    this.#services = parts;
    this.#machine = machine;
    this.#process = name;
    this.#id = parts.newId();
  }

  /** Begins one, and frees what dead processes held. */
  static async open(parts: LeaseServices): Promise<Lease> {
    const machine = (await processSpace()) ?? parts.newId();
    const lease = new Lease(parts, machine, await processName(process.pid));
    await lease.renew();
    await lease.sweep();
    return lease;
  }

  /** What to hold things under from now on. A process that stood still for long has lost what it held before. */
  async ensure(): Promise<string> {
    if (this.#expiresAt - this.#services.clock.now() < lastsMs / 2) await this.renew();
    return this.#id;
  }

  /** Says that this process lives. One that was silent for too long lets go of what it held and begins anew. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const { database, clock, newId } = this.#services;
    const now = clock.now();
    const renewed = await database.relaxedDurability((db) =>
      db
        .updateTable('leases')
        .set({ expires_at: now + lastsMs })
        .where('id', '=', this.#id)
        .where('expires_at', '>', now + skewMs)
        .returning('id')
        .executeTakeFirst(),
    );
    if (!renewed) {
      await this.#end(this.#id);
      const id = newId();
      await database.query
        .insertInto('leases')
        .values({ id, machine: this.#machine, process: this.#process, expires_at: now + lastsMs })
        .execute();
      this.#id = id;
    }
    this.#expiresAt = now + lastsMs;
  }

  /** Ends the leases of processes that are gone, and with them all that they held. */
  async sweep(): Promise<void> {
    const leases = await this.#services.database.query.selectFrom('leases').selectAll().execute();
    for (const { id, machine, process, expires_at: expiresAt } of leases) {
      // Those of this machine can be looked for; of others only their silence tells.
      const dead = machine === this.#machine && !(await processLives(process));
      if (dead) await this.#end(id);
      else if (expiresAt <= this.#services.clock.now()) await this.#endIfSilent(id, expiresAt);
    }
  }

  /** One that gave a sign of life since it was looked at goes on. */
  async #endIfSilent(id: string, expiresAt: number): Promise<void> {
    const { query } = this.#services.database;
    await query.deleteFrom('leases').where('id', '=', id).where('expires_at', '=', expiresAt).execute();
  }

  async close(): Promise<void> {
    await this.#end(this.#id);
  }

  /** The database lets go of what was held under it. */
  async #end(id: string): Promise<void> {
    await this.#services.database.query.deleteFrom('leases').where('id', '=', id).execute();
  }
}
