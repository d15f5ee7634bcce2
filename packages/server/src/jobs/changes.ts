/**
 * Events that report changes of jobs, in this process and in other processes. An event wakes waiting callers before the
 * next poll.
 */
import { EventEmitter } from 'node:events';

/**
 * Interval at which the database is polled, in milliseconds. Polling is needed because events of other processes may be
 * lost.
 */
export const pollEveryMs = 1_000;

/**
 * A change in the table of jobs. The member `queued` means that at least one job became claimable. The member `id`
 * means that the row of the job with this id was written.
 */
export type Change = { queued: true } | { id: string };

export class Changes {
  readonly #events = new EventEmitter<{ queued: []; changed: [id: string] }>().setMaxListeners(0);
  readonly #announce: (change: Change) => void;

  /** `announce` sends the changes of this process to other processes. */
  constructor(announce: (change: Change) => void = () => {}) {
    this.#announce = announce;
  }

  /** Reports that a job became claimable. */
  queued(): void {
    this.#make({ queued: true });
  }

  /** Reports that the row of a job was written. */
  changed(id: string): void {
    this.#make({ id });
  }

  /** Handles a change reported by another process. */
  hear(change: Change): void {
    if ('id' in change) this.#events.emit('changed', change.id);
    else this.#events.emit('queued');
  }

  #make(change: Change): void {
    this.hear(change);
    this.#announce(change);
  }

  onQueued(listener: () => void): void {
    this.#events.on('queued', listener);
  }

  onChanged(listener: (id: string) => void): void {
    this.#events.on('changed', listener);
  }

  /**
   * Resolves when the job may have changed or `signal` aborts. Call this method before reading the row of the job, so
   * that no change is missed.
   */
  next(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#events.off('changed', listener);
        resolve();
      };
      const listener = (changed: string) => {
        if (changed === id) done();
      };
      const timer = setTimeout(done, pollEveryMs);
      this.#events.on('changed', listener);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}
