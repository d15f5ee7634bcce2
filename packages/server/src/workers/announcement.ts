/**
 * Announces a worker process in the database. The announcement is updated with a heartbeat each second, until it is
 * closed or the process dies.
 */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Lease } from '../leases/lease.ts';
import { heartbeatEveryMs } from './channel/heartbeat.ts';

/** The announced properties of a worker. */
export interface Announced {
  id: string;
  /** Host and port of the worker's listener. */
  address: string;
  capabilities: string;
  /** Number of concurrent conversions. */
  slots: number;
}

interface AnnouncementServices {
  database: Pick<Database, 'relaxedDurability' | 'query'>;
  /**
   * The lease of this process. If this process dies, processes on the same machine notice this within seconds, because
   * the deletion of the lease also deletes the row of the announcement.
   */
  lease: Pick<Lease, 'ensure'>;
  clock: Clock;
  /** Returns the number of running and queued conversions. */
  load: () => number;
  onError: (error: unknown) => void;
}

export class Announcement {
  readonly #services: AnnouncementServices;
  readonly #announced: Announced;
  #beating: Promise<void> = Promise.resolve();
  #stopBeating = (): void => {};

  private constructor(services: AnnouncementServices, announced: Announced) {
    this.#services = services;
    this.#announced = announced;
  }

  static async open(services: AnnouncementServices, announced: Announced): Promise<Announcement> {
    const announcement = new Announcement(services, announced);
    await announcement.#beat();
    const beat = () => (announcement.#beating = announcement.#beat());
    announcement.#stopBeating = interval(heartbeatEveryMs, beat, services.onError);
    return announcement;
  }

  async #beat(): Promise<void> {
    const { database, lease, clock, load } = this.#services;
    const { id, address, capabilities, slots } = this.#announced;
    const lives = { lease_id: await lease.ensure(), load: load(), heartbeat_at: clock.now() };
    await database.relaxedDurability((db) =>
      db
        .insertInto('workers')
        .values({ id, address, capabilities, slots, ...lives })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(lives))
        .execute(),
    );
  }

  /** Withdraws the announcement, so that other processes send no more tasks to this process. */
  async close(): Promise<void> {
    this.#stopBeating();
    await this.#beating.catch(() => undefined);
    await this.#services.database.query.deleteFrom('workers').where('id', '=', this.#announced.id).execute();
  }
}
