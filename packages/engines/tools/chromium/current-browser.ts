/** Holds one browser. Starts a new browser if the current one has ended. */
import { Browser } from './browser.ts';

export class CurrentBrowser {
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  #browser: Browser | undefined;

  /** `folder` receives the browsers' own files. `env` is added to the environment of the browsers. */
  constructor(folder: string, env: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#env = env;
  }

  get browser(): Browser {
    if (!this.#browser?.isAlive) this.#browser = new Browser(this.#folder, this.#env);
    return this.#browser;
  }

  async end(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = undefined;
  }
}
