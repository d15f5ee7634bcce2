/**
 * Requests of a signed-in browser. Reads are retried until a response arrives. A write is sent again only if the
 * service has not executed it.
 */
import { signal, type Signal } from '@preact/signals';

/** Returns the string `name` from an error's details, or '' if the details do not contain it. */
export function textIn(details: Readonly<Record<string, unknown>>, name: string): string {
  const value = details[name];
  return typeof value === 'string' ? value : '';
}

/** An error response of the service. */
export class Refusal extends Error {
  readonly code: string;
  readonly reason: string;
  readonly field: string;
  readonly requestId: string;

  constructor(message: string, code: string, details: Readonly<Record<string, unknown>>, requestId: string) {
    super(message);
    this.code = code;
    this.reason = textIn(details, 'reason');
    this.field = textIn(details, 'field');
    this.requestId = requestId;
  }
}

/** Thrown if the response was lost. The dashboard does not know whether the service executed the request. */
export class NoAnswer extends Error {}

type Connection = 'fine' | 'offline' | 'away';

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

const longestPauseMs = 30_000;

export class Api {
  /** Base URL of the service, with a trailing slash. */
  readonly base: string;
  readonly connection: Signal<Connection> = signal('fine');
  /** Time at which throttled requests are retried, in milliseconds since the epoch. */
  readonly waitsUntil: Signal<number | undefined> = signal(undefined);
  /** Whether the session has ended. After the session's end, requests wait for the next sign-in. */
  readonly isSignedOut: Signal<boolean> = signal(false);
  readonly #wakers = new Set<() => void>();

  constructor(base: string) {
    this.base = base;
    addEventListener('online', () => {
      this.connection.value = 'fine';
      this.wake();
    });
    addEventListener('offline', () => {
      this.connection.value = 'offline';
    });
  }

  url(path: string): string {
    return new URL(path, this.base).href;
  }

  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.#answer<T>(path, signal ? { signal } : {});
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.#answer<T>(path, { method: 'POST', body });
  }

  delete<T>(path: string, body?: unknown): Promise<T> {
    return this.#answer<T>(path, { method: 'DELETE', body });
  }

  /** Continues requests that wait for a connection or a session. */
  wake(): void {
    for (const wake of this.#wakers) wake();
  }

  async #answer<T>(path: string, call: Call): Promise<T> {
    const { method = 'GET', body, signal } = call;
    const isRepeated = method === 'GET';
    for (let tries = 0; ; tries += 1) {
      const response = await fetch(this.url(path), {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }).catch(() => undefined);
      signal?.throwIfAborted();
      if (response?.ok) {
        this.connection.value = 'fine';
        return (response.status === 204 ? undefined : await response.json()) as T;
      }
      const pauseMs = Math.min(longestPauseMs, 2000 * 2 ** tries);
      if (!response || (isRepeated && response.status === 503)) {
        if (!isRepeated) throw new NoAnswer();
        this.connection.value = navigator.onLine ? 'away' : 'offline';
        await this.#pause(signal, pauseMs);
      } else if (response.status === 401) {
        this.isSignedOut.value = true;
        await this.#pause(signal);
      } else {
        this.connection.value = 'fine';
        const refusal = await refusalOf(response);
        if (refusal.code !== 'rate_limited') throw refusal;
        // The request was not executed, so it can safely be sent again.
        await this.#throttled(Number(response.headers.get('Retry-After') ?? 1) * 1000, signal);
      }
    }
  }

  async #throttled(ms: number, signal?: AbortSignal): Promise<void> {
    this.waitsUntil.value = Date.now() + ms;
    try {
      await this.#pause(signal, ms);
    } finally {
      this.waitsUntil.value = undefined;
    }
  }

  /** Resolves after `ms` or when {@link wake} is called. Rejects when `signal` aborts. */
  async #pause(signal: AbortSignal | undefined, ms?: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#wakers.delete(end);
        clearTimeout(timer);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(end, ms);
      this.#wakers.add(end);
      signal?.addEventListener('abort', end, { once: true });
    });
    signal?.throwIfAborted();
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string; details?: Record<string, unknown> };
  };
  const { code = '', message = '', details = {} } = body.error ?? {};
  return new Refusal(message, code, details, response.headers.get('X-Request-Id') ?? '');
}
