/** Events about jobs, of this process and of others, so that nobody here waits for the next poll of the database. */
import { EventEmitter } from 'node:events';

/** How often the database is polled all the same: the event of another process may be lost, or there is no way for it. */
export const pollEveryMs = 1_000;

/** A job can be claimed; or the row of the job with this id was written. */
export type Change = { queued: true } | { id: string };

export class Changes {
  readonly #events = new EventEmitter<{ queued: []; changed: [id: string] }>().setMaxListeners(0);
  readonly #announce: (change: Change) => void;

  /** `announce` tells other processes of the changes of this one. */
  constructor(announce: (change: Change) => void = () => {}) {
    this.#announce = announce;
  }

  /** A job can be claimed. */
  queued(): void {
    this.#make({ queued: true });
  }

  /** The row of a job was written. */
  changed(id: string): void {
    this.#make({ id });
  }

  /** Another process has made this change. */
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

  /** Resolves when the job may have changed, or `signal` aborts. Call it before reading the row, to miss nothing. */
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
