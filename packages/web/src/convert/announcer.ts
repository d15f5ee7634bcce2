/** Tells what happens to people who hear the page: once, and no more than one message in three seconds. */
import { signal, type Signal } from '@preact/signals';

const everyMs = 3000;

export class Announcer {
  /** What the polite region holds. */
  readonly text: Signal<string> = signal('');
  #pending: (() => string) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The last of several messages in a short time is written when its turn comes. */
  announce(write: () => string): void {
    this.#pending = write;
    this.#timer ??= setTimeout(() => this.#speak(), 100);
  }

  #speak(): void {
    if (this.#pending === undefined) {
      this.#timer = undefined;
      return;
    }
    this.text.value = this.#pending();
    this.#pending = undefined;
    this.#timer = setTimeout(() => this.#speak(), everyMs);
  }
}
