/** Announces events to screen readers, with at most one message in 3 seconds. */
import { signal, type Signal } from '@preact/signals';
import { paced } from '../send/paced.ts';

export class Announcer {
  /** Content of the polite live region. */
  readonly text: Signal<string> = signal('');
  readonly #messages = paced((write: () => string) => (this.text.value = write()), {
    firstMs: 100,
    everyMs: 3000,
  });

  /** Announces a message. If several messages arrive in a short time, only the last message is announced. */
  announce(write: () => string): void {
    this.#messages.next(write);
  }
}
