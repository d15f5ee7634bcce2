/** Letters that nobody waits for, so that how long an answer takes tells nothing about the letter. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MailMessage, MailTransport } from './mail.ts';

/** How long to wait before each further try, in milliseconds: a mail server may be away for a moment. */
const defaultWaits = [2_000, 20_000] as const;

export class MailQueue {
  readonly #transport: MailTransport;
  readonly #onFailure: (error: unknown, triesLeft: number) => void;
  readonly #waits: readonly number[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** `onFailure` hears of each try that failed, and how many are left. */
  constructor(
    mail: MailTransport,
    onFailure: (error: unknown, triesLeft: number) => void,
    waits: readonly number[] = defaultWaits,
  ) {
    this.#transport = mail;
    this.#onFailure = onFailure;
    this.#waits = waits;
  }

  /** Sends it in its own time. */
  enqueue(message: MailMessage): void {
    const sending = this.#send(message);
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  /** Waits for what is under way; what would be tried again later is tried at once, for the last time. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
  }

  async #send(message: MailMessage): Promise<void> {
    const { signal } = this.#closing;
    for (let left = this.#waits.length; ; left -= 1) {
      try {
        await this.#transport.send(message);
        return;
      } catch (error) {
        const again = signal.aborted || isRefused(error) ? 0 : left;
        this.#onFailure(error, again);
        if (again === 0) return;
      }
      await wait(this.#waits.at(-left), undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Whether the mail server said that it never will take it (RFC 5321: replies of 500 and above). */
function isRefused(error: unknown): boolean {
  return Number((error as { responseCode?: unknown }).responseCode) >= 500;
}
