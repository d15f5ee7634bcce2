/** Asks for confirmation before the user leaves a page with a secret that cannot be shown again. */
import { signal, type Signal } from '@preact/signals';

export class Guard {
  /** Action that waits for confirmation. The value is undefined if no action waits for confirmation. */
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

  /** Starts to guard a secret that the page shows. The returned function stops guarding the secret. */
  show(): () => void {
    const secret = {};
    this.#shown.add(secret);
    return () => void this.#shown.delete(secret);
  }

  /**
   * Runs `leave` immediately if no secret is shown. If a secret is shown, runs `leave` after the user has confirmed
   * that the secret is stored.
   */
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
