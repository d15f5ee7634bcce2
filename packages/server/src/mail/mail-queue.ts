/**
 * Sends email messages in the background. If requests waited for messages, their response time would reveal whether a
 * message was sent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { MailMessage, MailTransport } from './mail.ts';

/** Delay before each retry, in milliseconds. A mail server may be unavailable for a moment. */
const defaultWaits = [2_000, 20_000] as const;

export class MailQueue {
  readonly #transport: MailTransport;
  readonly #onFailure: (cause: string, triesLeft: number) => void;
  readonly #waits: readonly number[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** `onFailure` is called after each failed attempt. */
  constructor(
    mail: MailTransport,
    onFailure: (cause: string, triesLeft: number) => void,
    waits: readonly number[] = defaultWaits,
  ) {
    this.#transport = mail;
    this.#onFailure = onFailure;
    this.#waits = waits;
  }

  enqueue(message: MailMessage): void {
    const sending = this.#send(message);
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  /** Waits for messages that are being sent. A pending retry runs immediately, as the last attempt. */
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
        const again = signal.aborted || isPermanent(error) ? 0 : left;
        this.#onFailure(error instanceof Error ? error.message : String(error), again);
        if (again === 0) return;
      }
      await wait(this.#waits.at(-left), undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Whether the mail server rejected the message permanently, with a reply code of 500 or above (RFC 5321). */
function isPermanent(error: unknown): boolean {
  return Number((error as { responseCode?: unknown }).responseCode) >= 500;
}
