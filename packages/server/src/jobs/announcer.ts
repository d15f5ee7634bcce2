/** Tells the other processes of changes of jobs made here, and hears of theirs: many at a time in one text when there are many. */
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Change } from './changes.ts';

/** So many ids fit into what PostgreSQL sends at most, 8,000 bytes. */
const maxChanges = 100;
const queuedLine = 'queued';

interface AnnouncerServices {
  broadcast: Broadcast;
  /** Of this process, which need not hear of its own changes. */
  processId: string;
}

export class Announcer {
  readonly #broadcast: Broadcast;
  readonly #processId: string;
  /** Each once, in the order in which they came. */
  readonly #unsent = new Set<string>();
  #sending = false;

  constructor({ broadcast, processId }: AnnouncerServices) {
    this.#broadcast = broadcast;
    this.#processId = processId;
  }

  /** Returns at once. What cannot be sent is not tried again: the others poll. */
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
