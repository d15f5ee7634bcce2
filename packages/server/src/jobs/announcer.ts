/**
 * Sends changes of jobs to other processes, and receives changes from other processes. Combines frequent changes into
 * one message.
 */
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Change } from './changes.ts';

/** Maximum number of ids in a message, so that it fits into the 8,000 bytes that PostgreSQL allows. */
const maxChanges = 100;
const queuedLine = 'queued';

interface AnnouncerServices {
  broadcast: Broadcast;
  /** Id of this process. Messages with the id of this process report its own changes and are ignored. */
  processId: string;
}

export class Announcer {
  readonly #broadcast: Broadcast;
  readonly #processId: string;
  /** Pending changes without duplicates, in the order of arrival. */
  readonly #unsent = new Set<string>();
  #sending = false;

  constructor({ broadcast, processId }: AnnouncerServices) {
    this.#broadcast = broadcast;
    this.#processId = processId;
  }

  /**
   * Sends the change in the background. A message that failed is not sent again, because other processes also poll the
   * database for changes.
   */
  announce(change: Change): void {
    this.#unsent.add('id' in change ? change.id : queuedLine);
    if (!this.#sending) void this.#send();
  }

  onChange(listener: (change: Change) => void): void {
    this.#broadcast.onText((text) => {
      const [from, ...lines] = text.split('\n');
      if (from === this.#processId) return;
      for (const line of lines) listener(line === queuedLine ? { queued: true } : { id: line });
    });
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#unsent.size > 0) {
      const lines = [...this.#unsent].slice(0, maxChanges);
      for (const line of lines) this.#unsent.delete(line);
      await this.#broadcast.send([this.#processId, ...lines].join('\n')).catch(() => {});
    }
    this.#sending = false;
  }
}
