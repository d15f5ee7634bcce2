/** Letters that nobody waits for, so that how long an answer takes tells nothing about the letter. */
import type { Letter, Mail } from './mail.ts';

export class Outgoing {
  readonly #mail: Mail;
  readonly #onFailure: (error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();

  /** `onFailure` hears of letters that could not be sent. */
  constructor(mail: Mail, onFailure: (error: unknown) => void) {
    this.#mail = mail;
    this.#onFailure = onFailure;
  }

  /** Sends it in its own time. */
  post(letter: Letter): void {
    const sending = this.#mail.send(letter).catch(this.#onFailure);
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
