/** Holds one browser, and starts another where it has ended. */
import { Browser } from './browser.ts';

export class CurrentBrowser {
  readonly #folder: string;
  #browser: Browser | undefined;

  /** `folder` takes what the browsers write for themselves. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get browser(): Browser {
    if (!this.#browser?.isAlive) this.#browser = new Browser(this.#folder);
    return this.#browser;
  }

  async end(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = undefined;
  }
}
