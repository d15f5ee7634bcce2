/** The workers that live now, as an api process knows them: read from their announcements, and chosen from. */
import type { Logger } from 'pino';
import type { Catalogue } from '../convert/catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import type { WorkerRow } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { catalogueOf } from './capabilities.ts';
import { leastLoaded } from './choice.ts';
import { heartbeatEveryMs, isLiving } from './channel/heartbeat.ts';
import { WorkerCatalogue } from './worker-catalogue.ts';

export interface KnownWorker {
  id: string;
  /** Host and port of its listener. */
  address: string;
  catalogue: Catalogue;
}

interface Entry extends KnownWorker {
  slots: number;
  load: number;
  heartbeatAt: number;
  /** Conversions sent there that are not over, with the heartbeat before each. */
  sent: Set<{ after: number }>;
  sentAt: number;
  /** The heartbeat after which it did not answer; it is passed over until the next. */
  failedAfter: number;
}

interface DirectoryServices {
  database: Pick<Database, 'query'>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export class WorkerDirectory {
  /** What the living workers can do together. */
  readonly catalogue = new WorkerCatalogue();
  readonly #services: DirectoryServices;
  /** By announced capabilities: it takes long to make, and most workers can do the same. */
  readonly #catalogues = new Map<string, Catalogue>();
  #workers: ReadonlyMap<string, Entry> = new Map();
  #reading: Promise<void> | undefined;
  #sentCount = 0;
  /** Those whose routes are offered. */
  #offered: ReadonlySet<Catalogue> = new Set();
  #stopReading = (): void => {};

  constructor(services: DirectoryServices) {
    this.#services = services;
  }

  /** Reads the announcements now and from now on. While the database is away, it goes by what it read last. */
  async open(): Promise<void> {
    await this.refresh();
    const onError = (error: unknown) => this.#services.log.error(error, 'workers could not be looked up');
    this.#stopReading = interval(heartbeatEveryMs, () => this.refresh(), onError);
  }

  close(): void {
    this.#stopReading();
  }

  /** How many workers live, as far as is known. */
  get size(): number {
    return this.#usable().length;
  }

  /** Reads the announcements. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** The worker to send the next conversion to, of those that `can` do it; `except` were tried. */
  choose(
    can: (catalogue: Catalogue) => boolean,
    except: ReadonlySet<string> = new Set(),
  ): KnownWorker | undefined {
    const fit = this.#usable().filter(({ id, catalogue }) => !except.has(id) && can(catalogue));
    return leastLoaded(fit.map((worker) => ({ ...worker, sent: sentSince(worker) })));
  }

  /** Counts a conversion as sent to the worker while `work` runs. */
  async sending<Done>({ id }: KnownWorker, work: () => Promise<Done>): Promise<Done> {
    const worker = this.#workers.get(id);
    if (!worker) return work();
    const mine = { after: worker.heartbeatAt };
    worker.sent.add(mine);
    worker.sentAt = this.#sentCount += 1;
    try {
      return await work();
    } finally {
      worker.sent.delete(mine);
    }
  }

  /** It did not answer: it is passed over until its next heartbeat. */
  failed({ id }: KnownWorker): void {
    const worker = this.#workers.get(id);
    if (worker) worker.failedAfter = worker.heartbeatAt;
  }

  #usable(): Entry[] {
    return [...this.#workers.values()].filter(({ heartbeatAt, failedAfter }) => heartbeatAt > failedAfter);
  }

  async #read(): Promise<void> {
    const { database, clock } = this.#services;
    const rows = await database.query.selectFrom('workers').selectAll().orderBy('id').execute();
    const living = rows.filter((row) => isLiving(row, clock.now()));
    const before = this.#workers;
    this.#workers = new Map(
      living.flatMap((row) => {
        const worker = this.#entryOf(row);
        return worker ? [[row.id, worker] as const] : [];
      }),
    );
    this.#offer();
    if (before.size !== this.#workers.size)
      this.#services.log.info({ workers: this.#workers.size }, 'the workers have changed');
  }

  #entryOf({
    id,
    address,
    capabilities,
    slots,
    load,
    heartbeat_at: heartbeatAt,
  }: WorkerRow): Entry | undefined {
    const catalogue = this.#catalogueOf(capabilities);
    if (!catalogue) return undefined;
    const { sent = new Set<{ after: number }>(), sentAt = 0, failedAfter = 0 } = this.#workers.get(id) ?? {};
    return { id, address, catalogue, slots, load, heartbeatAt, sent, sentAt, failedAfter };
  }

  #catalogueOf(capabilities: string): Catalogue | undefined {
    const known = this.#catalogues.get(capabilities);
    if (known) return known;
    try {
      const made = catalogueOf(capabilities);
      this.#catalogues.set(capabilities, made);
      return made;
    } catch (error) {
      this.#services.log.warn({ error }, 'a worker announces what this version does not understand');
      return undefined;
    }
  }

  /** Offers the routes of those that live, where these are not the same as before. */
  #offer(): void {
    const now = new Set([...this.#workers.values()].map(({ catalogue }) => catalogue));
    if (isSameSet(now, this.#offered)) return;
    this.#offered = now;
    this.catalogue.replace([...now]);
    // What nobody announces any more is likely to come back, as when workers are restarted.
    if (now.size === 0 || this.#catalogues.size <= maxCatalogues) return;
    for (const [text, catalogue] of this.#catalogues) if (!now.has(catalogue)) this.#catalogues.delete(text);
  }
}

/** Each holds about 15 MB. */
const maxCatalogues = 4;

const sentSince = ({ sent, heartbeatAt }: Entry) =>
  [...sent].filter(({ after }) => after === heartbeatAt).length;

const isSameSet = (one: ReadonlySet<unknown>, other: ReadonlySet<unknown>) =>
  one.size === other.size && [...one].every((member) => other.has(member));
