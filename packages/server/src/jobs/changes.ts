/** Events about jobs within this process, so that nobody here waits for the next poll of the database. */
import { EventEmitter } from 'node:events';

/** How often the database is polled all the same: changes by other processes send no event here. */
export const pollEveryMs = 1_000;

export class Changes {
  readonly #events = new EventEmitter<{ queued: []; changed: [id: string] }>().setMaxListeners(0);

  /** A job can be claimed. */
  queued(): void {
    this.#events.emit('queued');
  }

  /** The row of a job was written. */
  changed(id: string): void {
    this.#events.emit('changed', id);
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
