/** Runs several queued jobs at once, each under a claim that other processes see. Recovers the jobs of dead workers. */
import type { Logger } from 'pino';
import type { FileEnd } from '../convert/request/context.ts';
import type { Database } from '../db/database.ts';
import { overloaded } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import { LeaseLostError, type Lease } from '../leases/lease.ts';
import type { TraceSpan, Tracing } from '../tracing/tracing.ts';
import { pollEveryMs, type Changes } from './changes.ts';
import { Claims } from './claims.ts';
import type { Completion } from './completion.ts';
import { failureFrom, isTransient, workerCrashed } from './failure.ts';
import {
  abandonedJobs,
  abandonOthers,
  afterFile,
  noteProgress,
  nothingDone,
  requeue,
  stillHeld,
  type JobProgress,
  type JobRecord,
} from './queue.ts';
import type { JobExecutor } from './job-executor.ts';

/** Number of worker crashes after which a job fails, because the job is then assumed to cause the crashes. */
const maxCrashes = 3;
/**
 * Pause in milliseconds after a notification for which a job runner found no job. During this pause, the job runner
 * responds to no further notifications.
 */
const quietMs = 50;
/** Maximum number of claims of a job. If the last claim ends with a temporary error, the job fails. */
const maxClaims = 20;

interface JobRunnerServices {
  database: Database;
  lease: Pick<Lease, 'ensure' | 'claim' | 'isInDoubt'>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  executor: Pick<JobExecutor, 'execute'>;
  completion: Pick<Completion, 'fail'>;
  changes: Changes;
  tracing: Tracing;
  jobsAtOnce: number;
  /** Capabilities of this machine. Jobs that need other capabilities are left to other machines. */
  capabilities: readonly string[];
}

interface RunningJob {
  job: JobRecord;
  abort: AbortController;
  /**
   * The current progress. Each change of the progress replaces this object with a new object. `written` is the progress
   * that was last written to the database.
   */
  done: JobProgress;
  written: JobProgress;
  finished: Promise<void>;
}

export class JobRunner {
  readonly #services: JobRunnerServices;
  readonly #claims: Claims;
  readonly #running = new Map<string, RunningJob>();
  #stopPolling = (): void => {};
  #claiming: PromiseWithResolvers<void> | undefined;
  /**
   * Whether to read the queue once more after the current claim, because a notification has arrived or a job has ended.
   */
  #claimAgain = false;
  /**
   * Whether a notification of a queued job has arrived since the last claim. All job runners receive each
   * notification, so another job runner may claim the job first.
   */
  #called = false;
  /** Monotonic time in milliseconds until which the job runner does not respond to notifications. */
  #quietUntil = 0;
  #quiet: NodeJS.Timeout | undefined;
  #stopping = false;
  /** No job is claimed before this time, in milliseconds since the epoch. */
  #pausedUntil = 0;

  constructor(services: JobRunnerServices) {
    this.#services = services;
    this.#claims = new Claims(services);
  }

  start(): void {
    const onError = (error: unknown) => this.#services.log.error(error, 'the job runner failed');
    this.#stopPolling = interval(pollEveryMs, () => this.#poll(), onError);
    this.#services.changes.onQueued(() => this.#answerCall(onError));
    this.#services.changes.onChanged((id) => {
      const running = this.#running.get(id);
      if (running) this.#abortLostJobs([running]).catch(onError);
    });
    void this.#fill().catch(onError);
  }

  /** Stops claiming jobs. Jobs that still run after `graceMs` are aborted and queued again. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const late = setTimeout(() => {
      for (const { abort } of this.#running.values()) abort.abort(overloaded('shutting_down'));
    }, graceMs);
    await this.#claiming?.promise;
    await Promise.all([...this.#running.values()].map(({ finished }) => finished));
    clearTimeout(late);
    clearTimeout(this.#quiet);
    this.#stopPolling();
  }

  async #poll(): Promise<void> {
    await this.#writeProgress();
    await this.#abortLostJobs([...this.#running.values()]);
    if (this.#stopping) return;
    await this.#recoverAbandonedJobs();
    await this.#fill();
  }

  /**
   * Claims queued jobs when a notification arrives. If the previous notification led to no job, because other job
   * runners had already claimed it, first waits for the end of the pause. Without the pause, 100 idle job runners would
   * read the queue 100 times for each job.
   */
  #answerCall(onError: (error: unknown) => void): void {
    this.#called = true;
    const waitMs = this.#quietUntil - this.#services.clock.elapsed();
    if (waitMs <= 0) void this.#fill().catch(onError);
    else
      this.#quiet ??= setTimeout(() => {
        this.#quiet = undefined;
        void this.#fill().catch(onError);
      }, waitMs);
  }

  /** Claims queued jobs, up to the limit on running jobs. */
  async #fill(): Promise<void> {
    this.#claimAgain = true;
    if (this.#claiming) return;
    const claiming = (this.#claiming = Promise.withResolvers());
    try {
      while (this.#claimAgain && this.#mayClaim()) {
        this.#claimAgain = false;
        const called = this.#called;
        this.#called = false;
        if (this.#services.lease.isInDoubt)
          await abandonOthers(this.#services.database, await this.#services.lease.ensure(), [
            ...this.#running.keys(),
          ]);
        const jobs = await this.#services.lease.claim((leaseId) => this.#claim(leaseId));
        if (called && jobs.length === 0) this.#quietUntil = this.#services.clock.elapsed() + quietMs;
        // If `stop` was called during the claim, the claimed jobs are queued again, because `stop` does not wait for
        // these jobs.
        for (const job of jobs) {
          if (this.#stopping) await this.#requeue(job);
          else this.#begin(job);
        }
      }
    } finally {
      this.#claiming = undefined;
      claiming.resolve();
    }
  }

  #claim(leaseId: string): Promise<JobRecord[]> {
    return this.#claims.next(leaseId, this.#services.jobsAtOnce - this.#running.size);
  }

  #mayClaim(): boolean {
    return (
      !this.#stopping &&
      this.#running.size < this.#services.jobsAtOnce &&
      this.#services.clock.now() >= this.#pausedUntil
    );
  }

  #begin(job: JobRecord): void {
    const abort = new AbortController();
    const running: RunningJob = {
      job,
      abort,
      done: nothingDone,
      written: nothingDone,
      finished: Promise.resolve(),
    };
    this.#running.set(job.id, running);
    const onProgress = (share: number) => {
      // Progress never decreases, and stays below 100 until the job is completed.
      const progress = Math.max(running.done.progress, Math.min(99, Math.floor(share * 100)));
      if (progress !== running.done.progress) running.done = { ...running.done, progress };
    };
    const onFile = (end: FileEnd) => {
      running.done = afterFile(running.done, end);
    };
    const onError = (error: unknown) =>
      this.#services.log.error({ job: job.id, error }, 'a job could not be finished');
    this.#services.changes.changed(job.id);
    const carryOut = async (span: TraceSpan) => {
      try {
        await this.#services.executor.execute(job, { signal: abort.signal, onProgress, onFile });
      } catch (error) {
        span.failed(failureFrom(error).code);
        await this.#settle(running, error);
      }
    };
    const spanOptions = {
      kind: 'consumer',
      parent: job.traceparent,
      attributes: { 'protean.job_id': job.id, 'protean.claim': job.fencing_token },
    } as const;
    running.finished = this.#services.tracing
      .span('job', spanOptions, carryOut)
      .catch(onError)
      .finally(() => {
        this.#running.delete(job.id);
        void this.#fill().catch(onError);
      });
  }

  /** Requeues or fails a job that was not completed. */
  async #settle({ job, abort, done }: RunningJob, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError || abort.signal.reason instanceof LeaseLostError) return;
    const failure = failureFrom(error);
    const { code, status, details, retryAfter = 0, cause } = failure;
    const again = abort.signal.aborted || (isTransient(failure) && job.fencing_token < maxClaims);
    if (again && status === 503 && !this.#stopping)
      this.#pausedUntil = this.#services.clock.now() + retryAfter * 1000;
    const isSettled = await this.#retryWhileAway(() =>
      again ? this.#requeue(job) : this.#services.completion.fail(job, failure, { files: filesOf(done) }),
    );
    // If the claim was lost, nothing is logged. For example, a cancelled job fails because its files were removed.
    if (!isSettled) return;
    const level = code === 'internal_error' ? 'error' : 'info';
    this.#services.log[level]({ job: job.id, code, details, cause, again }, failure.message);
  }

  async #requeue(job: JobRecord, crashed = false): Promise<void> {
    if (!(await requeue(this.#services.database, job, this.#services.clock.now(), { crashed }))) return;
    this.#services.changes.changed(job.id);
    this.#services.changes.queued();
  }

  /**
   * Retries `finish` while the disk is full or the database is unreachable. Without retries, this process would keep
   * the claim, and no process could finish the job. Returns false if the claim was lost.
   */
  async #retryWhileAway(finish: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await finish();
        return true;
      } catch (error) {
        if (error instanceof LeaseLostError) return false;
        if (this.#stopping || !isTransient(failureFrom(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
      }
    }
  }

  async #writeProgress(): Promise<void> {
    for (const running of this.#running.values()) {
      const { job, done, written } = running;
      if (done === written) continue;
      await noteProgress(this.#services.database, job, done, this.#services.clock.now());
      running.written = done;
      this.#services.changes.changed(job.id);
    }
  }

  /** Stops the engines of jobs that were cancelled or that another process has taken over. */
  async #abortLostJobs(jobs: readonly RunningJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const held = await stillHeld(
      this.#services.database,
      jobs.map(({ job }) => job),
    );
    for (const { job, abort } of jobs) {
      if (!held.has(job.id)) abort.abort(new LeaseLostError(`the claim on job ${job.id} was lost`));
    }
  }

  async #recoverAbandonedJobs(): Promise<void> {
    for (const job of await abandonedJobs(this.#services.database)) {
      this.#services.log.warn(
        { job: job.id, crash_count: job.crash_count + 1 },
        'the worker of a job was lost',
      );
      if (job.crash_count + 1 < maxCrashes) await this.#requeue(job, true);
      else await this.#services.completion.fail(job, workerCrashed(), { by: 'recovery' }).catch(unlessLost);
    }
  }
}

const filesOf = ({ files_converted, files_failed }: JobProgress) => ({ files_converted, files_failed });

/** Throws the error again, unless another process has recovered the job first. */
function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLostError)) throw error;
}
