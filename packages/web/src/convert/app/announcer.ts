/** Tells what happens to people who hear the page: once, and no more than one message in three seconds. */
import { signal, type Signal } from '@preact/signals';
import { paced } from '../send/paced.ts';

export class Announcer {
  /** What the polite region holds. */
  readonly text: Signal<string> = signal('');
  readonly #messages = paced((write: () => string) => (this.text.value = write()), {
    firstMs: 100,
    everyMs: 3000,
  });

  /** The last of several messages in a short time is written when its turn comes. */
  announce(write: () => string): void {
    this.#messages.next(write);
  }
}
