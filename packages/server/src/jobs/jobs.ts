/** An account's jobs, as whoever speaks for it sees them: submitted, looked at, waited for, cancelled. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Links } from '../storage/links.ts';
import type { Changes } from './changes.ts';
import type { Completion } from './completion.ts';
import { isTerminal, type ListQuery, type Lookup, type JobPosition } from './lookup.ts';
import { recordOf, type JobView, type StoredJob } from './record.ts';
import type { OrphanedObjects } from './orphaned-objects.ts';
import type { Submit } from './submit.ts';

interface JobServices {
  database: Database;
  clock: Clock;
  links: Links;
  changes: Changes;
  lookup: Lookup;
  completion: Completion;
  orphanedObjects: OrphanedObjects;
  submit: Submit;
}

export class Jobs {
  readonly #services: JobServices;

  constructor(parts: JobServices) {
    this.#services = parts;
  }

  get submit(): Submit['submit'] {
    const { submit } = this.#services;
    return (...args) => submit.submit(...args);
  }

  /** Undefined when the account has no such job, or had it too long ago. */
  async find(accountId: string, id: string): Promise<JobView | undefined> {
    return this.#recordOf(await this.#services.lookup.find(accountId, id));
  }

  /** Newest first, and where to go on when there may be more. */
  async list(accountId: string, query: ListQuery): Promise<{ jobs: JobView[]; next?: JobPosition }> {
    const { lookup, links } = this.#services;
    const views = await lookup.list(accountId, { ...query, limit: query.limit + 1 });
    const shown = views.slice(0, query.limit);
    const last = views.length > query.limit ? shown.at(-1) : undefined;
    const jobs = shown.map((view) => recordOf(view, links));
    return { jobs, ...(last ? { next: { createdAt: last.created_at, id: last.id } } : {}) };
  }

  /** The job again and again as it changes, until it has ended or `signal` aborts. Nothing when there is no such job. */
  async *follow(accountId: string, id: string, signal: AbortSignal): AsyncGenerator<JobView> {
    const { changes } = this.#services;
    for (let before = ''; ;) {
      const change = changes.next(id, signal);
      const record = await this.find(accountId, id);
      if (!record) return;
      const now = `${record.status} ${record.progress}`;
      if (now !== before) yield record;
      before = now;
      if (isTerminal(record.status) || signal.aborted) return;
      await change;
    }
  }

  /**
   * Cancels it unless it has ended, and removes its files (contract §6.6). What has ended stays as
   * it ended, without its result. Undefined when there is no such job.
   */
  async cancel(accountId: string, id: string): Promise<JobView | undefined> {
    const { lookup, completion } = this.#services;
    const view = await lookup.find(accountId, id);
    if (!view) return undefined;
    if (isTerminal(view.status)) await this.#dropResult(view);
    // Somebody else may have ended it since, whose result is then to go.
    else if (!(await completion.cancel(view))) return this.cancel(accountId, id);
    return this.find(accountId, id);
  }

  async #dropResult({ id }: StoredJob): Promise<void> {
    const { database, orphanedObjects, clock } = this.#services;
    const object = await database.write(async (db) => {
      const row = await db
        .selectFrom('jobs')
        .select('result_object')
        .where('id', '=', id)
        .where('result_object', 'is not', null)
        .$if(database.locksRows, (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row) return null;
      await db
        .updateTable('jobs')
        .set({ result: null, result_object: null, updated_at: clock.now() })
        .where('id', '=', id)
        .execute();
      await orphanedObjects.drop(db, row.result_object);
      return row.result_object;
    });
    await orphanedObjects.clear([object]);
  }

  #recordOf(view: StoredJob | undefined): JobView | undefined {
    return view && recordOf(view, this.#services.links);
  }
}
