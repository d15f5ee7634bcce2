/** Keeps a person on the page while a secret is shown that can't be shown again. */
import { signal, type Signal } from '@preact/signals';

export class Guard {
  /** What is to happen once leaving is confirmed; undefined while nobody wants to leave. */
  readonly asked: Signal<(() => void) | undefined> = signal(undefined);
  readonly #shown = new Set<object>();

  constructor() {
    addEventListener('beforeunload', (event) => {
      if (this.#shown.size > 0) event.preventDefault();
    });
  }

  get isOpen(): boolean {
    return this.#shown.size > 0;
  }

  /** A secret is shown until the function that this returns is called. */
  show(): () => void {
    const secret = {};
    this.#shown.add(secret);
    return () => void this.#shown.delete(secret);
  }

  /** Does it at once, or when a person confirms that what is shown is stored. */
  pass(leave: () => void): void {
    if (this.isOpen) this.asked.value = leave;
    else leave();
  }

  confirm(): void {
    const leave = this.asked.peek();
    this.asked.value = undefined;
    this.#shown.clear();
    leave?.();
  }

  stay(): void {
    this.asked.value = undefined;
  }
}
