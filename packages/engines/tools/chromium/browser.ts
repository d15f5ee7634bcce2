/** Starts and ends a headless Chromium, and sends it commands of the DevTools protocol over a pipe. */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { writeSubstitutes } from './substitutes.ts';

const program = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Chromium's own sandbox needs user namespaces, which Protean's sandbox disables. Chromium has no network and sends no
 * requests by itself.
 */
const flags = [
  ...['--headless', '--remote-debugging-pipe', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  ...['--no-first-run', '--disable-extensions', '--disable-background-networking', '--disable-sync'],
  ...['--disable-component-update', '--disable-default-apps', '--no-pings', '--mute-audio'],
  ...['--hide-scrollbars', '--disable-breakpad', '--disable-crash-reporter', '--font-render-hinting=none'],
  // No host name resolves, not even localhost.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // A spare renderer for the next page would look like a process left over from the previous page.
  '--disable-features=SpareRendererForSitePerProcess',
  '--no-startup-window',
  '--in-process-gpu',
];

export type Parameters = Readonly<Record<string, unknown>>;

export interface BrowserEvent {
  method: string;
  params: Parameters;
  /** The session of the event, or undefined for events of the browser. */
  sessionId?: string;
}

type Message = Partial<BrowserEvent> & {
  id?: number;
  result?: Parameters;
  error?: { message: string };
};

interface PendingCommand {
  resolve: (result: Parameters) => void;
  reject: (error: Error) => void;
}

/** Thrown if the browser's process ended unexpectedly. */
export class BrowserDied extends Error {}

export class Browser {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #events = new EventEmitter<{ event: [BrowserEvent]; died: [BrowserDied] }>();
  #count = 0;
  #unread = '';
  #isAlive = true;

  /** `folder` receives the browser's own files. `env` is added to the browser's environment. */
  constructor(folder: string, env: Readonly<Record<string, string>>) {
    writeSubstitutes(folder);
    this.#process = spawn(program, [...flags, `--user-data-dir=${folder}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { HOME: folder, LANG: 'C.UTF-8', TZ: 'UTC', ...env },
    });
    this.#exited = once(this.#process, 'exit').catch(() => {});
    void this.#exited.then(() => this.#die());
    this.#commands.on('error', () => {});
    this.#answers.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#events.setMaxListeners(0);
  }

  get #commands(): Writable {
    return this.#process.stdio[3] as Writable;
  }

  get #answers(): Readable {
    return this.#process.stdio[4] as Readable;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Resolves with the command's result. Rejects with {@link BrowserDied}, or with the browser's own error. */
  send(method: string, params: Parameters = {}, sessionId?: string): Promise<Parameters> {
    if (!this.#isAlive) return Promise.reject(new BrowserDied('the browser has exited'));
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Calls `take` with every event until the returned function is called. */
  onEvent(take: (event: BrowserEvent) => void): () => void {
    this.#events.on('event', take);
    return () => this.#events.off('event', take);
  }

  /** Rejects when the browser crashes, or `signal` aborts. */
  async crash(signal: AbortSignal): Promise<never> {
    const [error] = (await once(this.#events, 'died', { signal })) as [BrowserDied];
    throw error;
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
    // After the browser's main process has exited, its other processes may keep the pipes open for a moment.
    this.#commands.destroy();
    this.#answers.destroy();
  }

  #read(text: string): void {
    const messages = (this.#unread + text).split('\0');
    this.#unread = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message) as Message);
  }

  #take({ id, result, error, method, params = {}, sessionId }: Message): void {
    if (method !== undefined) {
      this.#events.emit('event', { method, params, ...(sessionId ? { sessionId } : {}) });
      return;
    }
    const command = this.#pending.get(id ?? 0);
    this.#pending.delete(id ?? 0);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result ?? {});
  }

  #die(): void {
    this.#isAlive = false;
    const error = new BrowserDied('the browser has exited');
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#events.emit('died', error);
  }
}
