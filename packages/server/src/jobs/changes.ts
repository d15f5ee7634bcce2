/** What one part of this process tells the others of jobs, so that nobody waits for the next look at the database. */
import { EventEmitter } from 'node:events';

/** How often the database is looked at all the same: other processes tell nothing. */
export const lookEveryMs = 1_000;

export class Changes {
  readonly #events = new EventEmitter<{ queued: []; changed: [id: string] }>().setMaxListeners(0);

  /** There is a job to be claimed. */
  queued(): void {
    this.#events.emit('queued');
  }

  /** A job's row is not what it was. */
  changed(id: string): void {
    this.#events.emit('changed', id);
  }

  onQueued(listener: () => void): void {
    this.#events.on('queued', listener);
  }

  onChanged(listener: (id: string) => void): void {
    this.#events.on('changed', listener);
  }

  /** Resolves when the job may have changed, or `signal` aborts. Ask before looking, so that nothing is missed. */
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
      const timer = setTimeout(done, lookEveryMs);
      this.#events.on('changed', listener);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}
