/** Carries out jobs as they come to be next: as many at once as it may, each held by a claim that others can see. */
import type { Logger } from 'pino';
import { overloaded } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/interval.ts';
import type { Lease } from '../leases/lease.ts';
import { lookEveryMs, type Changes } from './changes.ts';
import { failureFrom, isTransient, workerCrashed } from './failure.ts';
import { claimNext, noteProgress, abandonedJobs, requeue, stillHeld, type JobRecord } from './queue.ts';
import { runJob, type JobRunServices } from './run.ts';
import { LeaseLostError } from './orphaned-objects.ts';

/** Workers that may die over a job before it is taken for the cause. */
const maxCrashes = 3;
/** Claims after which a job that never finds room for itself fails. */
const maxClaims = 20;

export interface WorkerServices extends JobRunServices {
  clock: Clock;
  lease: Lease;
  changes: Changes;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  jobsAtOnce: number;
}

interface RunningJob {
  job: JobRecord;
  stop: AbortController;
  /** 0 to 100, and what of it is in the row. */
  progress: number;
  noted: number;
  over: Promise<void>;
}

export class Worker {
  readonly #services: WorkerServices;
  readonly #running = new Map<string, RunningJob>();
  #stopLooking = (): void => {};
  /** Set while it claims; whoever comes meanwhile has it look once more. */
  #claiming = false;
  #again = false;
  #stopping = false;
  /** Milliseconds since the epoch before which nothing more is begun. */
  #restsUntil = 0;

  constructor(parts: WorkerServices) {
    this.#services = parts;
  }

  start(): void {
    const { changes, log } = this.#services;
    const onError = (error: unknown) => log.error(error, 'looking after jobs failed');
    this.#stopLooking = interval(lookEveryMs, () => this.#look(), onError);
    changes.onQueued(() => void this.#fill().catch(onError));
    changes.onChanged((id) => {
      const running = this.#running.get(id);
      if (running) this.#stopLostJobs([running]).catch(onError);
    });
    void this.#fill().catch(onError);
  }

  /** Takes no more; what still runs after `graceMs` goes back into the line. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const late = setTimeout(() => {
      for (const { stop } of this.#running.values()) stop.abort(overloaded('shutting_down'));
    }, graceMs);
    await Promise.all([...this.#running.values()].map(({ over }) => over));
    clearTimeout(late);
    this.#stopLooking();
  }

  /** Once a second: tells how far jobs are, lets go of lost ones, takes up what dead workers left, claims what waits. */
  async #look(): Promise<void> {
    await this.#tellProgress();
    await this.#stopLostJobs([...this.#running.values()]);
    if (this.#stopping) return;
    await this.#recoverAbandonedJobs();
    await this.#fill();
  }

  async #fill(): Promise<void> {
    this.#again = true;
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      while (this.#again && this.#mayClaim()) {
        this.#again = false;
        const { database, lease, clock } = this.#services;
        const job = await claimNext(database, await lease.ensure(), clock.now());
        if (!job) continue;
        this.#again = true;
        this.#begin(job);
      }
    } finally {
      this.#claiming = false;
    }
  }

  #mayClaim(): boolean {
    const { jobsAtOnce, clock } = this.#services;
    return !this.#stopping && this.#running.size < jobsAtOnce && clock.now() >= this.#restsUntil;
  }

  #begin(job: JobRecord): void {
    const stop = new AbortController();
    const { changes, log } = this.#services;
    const running: RunningJob = { job, stop, progress: 0, noted: 0, over: Promise.resolve() };
    this.#running.set(job.id, running);
    const onProgress = (share: number) => {
      // What is all but done is not done, and what begins anew is as far as it was.
      running.progress = Math.max(running.progress, Math.min(99, Math.floor(share * 100)));
    };
    const onError = (error: unknown) => log.error({ job: job.id, error }, 'a job could not be ended');
    changes.changed(job.id);
    running.over = runJob(job, { signal: stop.signal, onProgress }, this.#services)
      .catch((error: unknown) => this.#settle(running, error))
      .catch(onError)
      .finally(() => {
        this.#running.delete(job.id);
        void this.#fill().catch(onError);
      });
  }

  /** What becomes of a job that was not completed. */
  async #settle({ job, stop }: RunningJob, error: unknown): Promise<void> {
    const { log, clock, completion } = this.#services;
    if (error instanceof LeaseLostError || stop.signal.reason instanceof LeaseLostError) return;
    const failure = failureFrom(error);
    const { code, status, details, retryAfter = 0, cause } = failure;
    const again = stop.signal.aborted || (isTransient(failure) && job.fencing_token < maxClaims);
    if (again && status === 503 && !this.#stopping) this.#restsUntil = clock.now() + retryAfter * 1000;
    const ours = await this.#retryWhileAway(() =>
      again ? this.#requeue(job) : completion.fail(job, failure),
    );
    // Its files go with a job that is cancelled, and who misses them then has not failed.
    if (!ours) return;
    const level = code === 'internal_error' ? 'error' : 'info';
    log[level]({ job: job.id, code, details, cause: wordsOf(cause), again }, failure.message);
  }

  async #requeue(job: JobRecord, crashed = false): Promise<void> {
    const { database, clock, changes } = this.#services;
    if (!(await requeue(database, job, clock.now(), { crashed }))) return;
    changes.changed(job.id);
    changes.queued();
  }

  /**
   * Does it again while there is no room or no database for it: a job that nobody ends is held for ever. False when the
   * job is not ours any more.
   */
  async #retryWhileAway(end: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await end();
        return true;
      } catch (error) {
        if (error instanceof LeaseLostError) return false;
        if (this.#stopping || !isTransient(failureFrom(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    }
  }

  async #tellProgress(): Promise<void> {
    const { database, clock, changes } = this.#services;
    for (const running of this.#running.values()) {
      const { job, progress, noted } = running;
      if (progress === noted) continue;
      await noteProgress(database, job, progress, clock.now());
      running.noted = progress;
      changes.changed(job.id);
    }
  }

  /** Ends the engines of jobs that were cancelled, or that others have taken over. */
  async #stopLostJobs(some: readonly RunningJob[]): Promise<void> {
    if (some.length === 0) return;
    const held = await stillHeld(
      this.#services.database,
      some.map(({ job }) => job),
    );
    for (const { job, stop } of some) {
      if (!held.has(job.id)) stop.abort(new LeaseLostError(`job ${job.id} is not held any more`));
    }
  }

  async #recoverAbandonedJobs(): Promise<void> {
    const { database, log, completion } = this.#services;
    for (const job of await abandonedJobs(database)) {
      log.warn({ job: job.id, crash_count: job.crash_count + 1 }, 'the worker of a job is gone');
      if (job.crash_count + 1 < maxCrashes) await this.#requeue(job, true);
      else await completion.fail(job, workerCrashed(), 'finder').catch(unlessLost);
    }
  }
}

/** Another process was faster. */
function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLostError)) throw error;
}

const wordsOf = (cause: unknown) => (cause instanceof Error ? (cause.stack ?? cause.message) : cause);
