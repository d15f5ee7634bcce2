/** The workers that an API process knows to be alive, read from their announcements. */
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
  /** Host and port of the worker's listener. */
  address: string;
  catalogue: Catalogue;
}

interface Entry extends KnownWorker {
  slots: number;
  load: number;
  heartbeatAt: number;
  /**
   * Unfinished conversions sent to the worker. `after` is the time of the worker's last heartbeat before the conversion
   * was sent.
   */
  sent: Set<{ after: number }>;
  sentAt: number;
  /** Time of the last heartbeat before the worker failed to respond. The worker is skipped until a later heartbeat. */
  failedAfter: number;
}

interface DirectoryServices {
  database: Pick<Database, 'query'>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Formats that this process disables. */
  disabled: ReadonlySet<string>;
}

export class WorkerDirectory {
  /** The combined routes of the live workers. */
  readonly catalogue: WorkerCatalogue;
  readonly #services: DirectoryServices;
  /**
   * Catalogues by announced capabilities. The directory keeps catalogues, because creating a catalogue takes long, and
   * most workers have the same capabilities.
   */
  readonly #catalogues = new Map<string, Catalogue>();
  #workers: ReadonlyMap<string, Entry> = new Map();
  #reading: Promise<void> | undefined;
  #sentCount = 0;
  /** Catalogues of the living workers. The service offers the routes in the catalogues of living workers. */
  #offered: ReadonlySet<Catalogue> = new Set();
  #stopReading = (): void => {};

  constructor(services: DirectoryServices) {
    this.#services = services;
    this.catalogue = new WorkerCatalogue(services.disabled);
  }

  /**
   * Reads the announcements immediately and then regularly. While the database is unreachable, the last known
   * announcements apply.
   */
  async open(): Promise<void> {
    await this.refresh();
    const onError = (error: unknown) =>
      this.#services.log.error(error, 'the workers could not be read from the database');
    this.#stopReading = interval(heartbeatEveryMs, () => this.refresh(), onError);
  }

  close(): void {
    this.#stopReading();
  }

  /** Number of workers that are known to be alive. */
  get size(): number {
    return this.#usable().length;
  }

  /** Reads the announcements. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /**
   * Returns the worker for the next conversion. Only workers for which `can` returns true are considered. Workers in
   * `except` are skipped, because they were already tried.
   */
  choose(
    can: (catalogue: Catalogue) => boolean,
    except: ReadonlySet<string> = new Set(),
  ): KnownWorker | undefined {
    const fit = this.#usable().filter(({ id, catalogue }) => !except.has(id) && can(catalogue));
    return leastLoaded(fit.map((worker) => ({ ...worker, sent: sentSince(worker) })));
  }

  /** Counts a conversion as sent to this worker while `work` runs. */
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

  /** Skips this worker, which did not respond, until its next heartbeat. */
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
      const made = catalogueOf(capabilities, this.#services.disabled);
      this.#catalogues.set(capabilities, made);
      return made;
    } catch (error) {
      this.#services.log.warn({ error }, 'this version does not understand the announcement of a worker');
      return undefined;
    }
  }

  /** Updates the offered routes if the capabilities of the living workers have changed. */
  #offer(): void {
    const now = new Set([...this.#workers.values()].map(({ catalogue }) => catalogue));
    if (isSameSet(now, this.#offered)) return;
    this.#offered = now;
    this.catalogue.replace([...now]);
    // Keeps some unused catalogues, because their workers are likely to return, for example after a restart.
    if (now.size === 0 || this.#catalogues.size <= maxCatalogues) return;
    for (const [text, catalogue] of this.#catalogues) if (!now.has(catalogue)) this.#catalogues.delete(text);
  }
}

/**
 * If more catalogues are in memory than this number, unused catalogues are deleted. A catalogue takes about 15 MB of
 * memory.
 */
const maxCatalogues = 4;

const sentSince = ({ sent, heartbeatAt }: Entry) =>
  [...sent].filter(({ after }) => after === heartbeatAt).length;

const isSameSet = (one: ReadonlySet<unknown>, other: ReadonlySet<unknown>) =>
  one.size === other.size && [...one].every((member) => other.has(member));
