/**
 * A page in a separate browser context. Loads the page only from its own files, waits for its scripts, and closes the
 * page.
 */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserEvent, Parameters } from './browser.ts';
import { answerRequests } from './requests.ts';
import { origin, type PageFiles } from './page-files.ts';

/** A4 in CSS pixels at 96 per inch. */
const viewport = { width: 794, height: 1123 };

/**
 * Time that the scripts of a page get, in milliseconds of the page's virtual clock. The virtual clock runs ahead when
 * the page is idle.
 */
const scriptTime = 5_000;

const inPage = readFileSync(new URL('in-page.js', import.meta.url), 'utf8');

/** Properties of a loaded page. */
export interface PageState {
  elements: number;
  isEmpty: boolean;
  isMalformed: boolean;
  /** Whether the page refers to a missing file. */
  hasMissingFiles: boolean;
}

/** Thrown if the page's renderer ended, usually because it ran out of memory. */
export class PageCrashed extends Error {}

export class Page {
  readonly #browser: Browser;
  readonly #contextId: string;
  readonly #sessionId: string;
  /** Id of the page's DevTools target, which is also the id of its main frame. */
  readonly #targetId: string;
  readonly #closing = new AbortController();
  #missing = false;
  /** Execution context of the isolated world, created by the first `evaluate`. */
  #worldId: unknown;

  private constructor(browser: Browser, ids: { contextId: string; sessionId: string; targetId: string }) {
    this.#browser = browser;
    this.#contextId = ids.contextId;
    this.#sessionId = ids.sessionId;
    this.#targetId = ids.targetId;
  }

  static async open(browser: Browser): Promise<Page> {
    const context = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
    const contextId = String(context['browserContextId']);
    const target = await browser.send('Target.createTarget', {
      ...{ url: 'about:blank', browserContextId: contextId },
      ...viewport,
    });
    const targetId = String(target['targetId']);
    const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    return new Page(browser, { contextId, targetId, sessionId: String(attached['sessionId']) });
  }

  send(method: string, params: Parameters = {}): Promise<Parameters> {
    return this.#browser.send(method, params, this.#sessionId);
  }

  /** Loads the page and lets its scripts run. */
  async load(files: PageFiles, { scripts }: { scripts: boolean }): Promise<void> {
    await answerRequests(
      {
        ...{ browser: this.#browser, sessionId: this.#sessionId, mainFrame: this.#targetId, files },
        signal: this.#closing.signal,
      },
      () => (this.#missing = true),
    );
    await Promise.all([
      this.send('Page.enable'),
      this.send('Inspector.enable'),
      this.send('Emulation.setScriptExecutionDisabled', { value: !scripts }),
    ]);
    // If a page navigates elsewhere while it loads, only `frameStoppedLoading` follows, and no load event.
    const loaded = Promise.race([
      this.#event('Page.loadEventFired'),
      this.#event('Page.frameStoppedLoading', this.#targetId),
    ]);
    await this.send('Page.navigate', { url: files.address });
    await loaded;
    if (!scripts) return;
    const over = this.#event('Emulation.virtualTimeBudgetExpired');
    const policy = 'pauseIfNetworkFetchesPending';
    await this.send('Emulation.setVirtualTimePolicy', { policy, budget: scriptTime });
    await over;
  }

  /** Whether the page requested a missing file. */
  get hasMissingFiles(): boolean {
    return this.#missing;
  }

  /**
   * Evaluates an expression in an isolated world, which scripts of the page cannot access, and returns its value.
   * Awaits promises.
   */
  async evaluate(expression: string): Promise<unknown> {
    this.#worldId ??= await this.#createWorld();
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', {
      ...{ expression, contextId: this.#worldId, returnByValue: true, awaitPromise: true },
    })) as { result: { value?: unknown }; exceptionDetails?: unknown };
    if (exceptionDetails !== undefined) throw new Error('the script in the isolated world failed');
    return result.value;
  }

  async #createWorld(): Promise<unknown> {
    const world = await this.send('Page.createIsolatedWorld', { frameId: this.#targetId });
    return world['executionContextId'];
  }

  /**
   * Adds the style sheet `first` before the page's style sheets, and the style sheet `last` after the page's style
   * sheets. Returns the state of the page.
   */
  async prepare({ first = '', last = '' }: { first?: string; last?: string }): Promise<PageState> {
    const described = await this.evaluate(
      `${inPage}\npreparePage(${JSON.stringify({ origin, first, last })})`,
    );
    const { hasMissingPictures, ...state } = described as PageState & { hasMissingPictures: boolean };
    return { ...state, hasMissingFiles: this.#missing || hasMissingPictures };
  }

  /** Rejects when the page or its browser crashes. */
  async crash(): Promise<never> {
    const { signal } = this.#closing;
    const crashed = this.#event('Inspector.targetCrashed').then(() => {
      throw new PageCrashed('the page crashed');
    });
    return Promise.race([crashed, this.#browser.crash(signal)]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#contextId });
  }

  /** Resolves with the next event of the page, or of the frame with the id `frame`. */
  #event(method: string, frame?: string): Promise<BrowserEvent> {
    return new Promise((resolve) => {
      const stop = this.#browser.onEvent((event) => {
        if (event.method !== method || event.sessionId !== this.#sessionId) return;
        if (frame !== undefined && event.params['frameId'] !== frame) return;
        stop();
        resolve(event);
      });
      this.#closing.signal.addEventListener('abort', stop);
    });
  }
}
