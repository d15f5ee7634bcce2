/** Sends requests to the service with the key and a timeout. Retries a request if a retry is safe. */
import { ConnectionError, errorOf, TimeoutError } from './errors.ts';
import { backOffMs, waitBeforeRetry, type Repeatable, type RetryPolicy } from './retry.ts';

/** Options that every method accepts. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt, in milliseconds. The timeout applies until the response begins. */
  timeoutMs?: number | undefined;
}

export interface HttpOptions {
  baseUrl: string;
  apiKey: string | undefined;
  policy: RetryPolicy;
  fetch: typeof globalThis.fetch;
  random: () => number;
}

/** Body of a request, created for one attempt. */
export interface RequestBody {
  content: string | FormData | Blob | ReadableStream<Uint8Array>;
  contentType?: string | undefined;
}

export const jsonBody = (content: object): RequestBody => ({
  content: JSON.stringify(content),
  contentType: 'application/json',
});

export interface Call extends CallOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL. The path begins with a slash. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Creates the body for each attempt. */
  body?: (() => RequestBody | Promise<RequestBody>) | undefined;
  repeatable?: Repeatable;
}

const defaultTimeoutMs = 60_000;

export class Http {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  get hasKey(): boolean {
    return this.#options.apiKey !== undefined;
  }

  /**
   * Sends a request. Returns a successful response. Throws `ProteanError`, `ConnectionError`, `TimeoutError`, or the
   * signal's reason.
   */
  async send(call: Call): Promise<Response> {
    const { policy, random } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        const wait = waitBeforeRetry(error, attempt, call.repeatable ?? 'always', policy, random);
        if (wait === undefined) throw error;
        await pause(wait, call.signal);
      }
    }
  }

  /** Waits for the default retry delay after `n` failures. Throws the signal's reason if the signal aborts. */
  backOff(n: number, signal: AbortSignal | undefined): Promise<void> {
    const { policy, random } = this.#options;
    return pause(backOffMs(n, policy.maxWaitSeconds, random), signal);
  }

  /** Sends a request and returns the JSON body of its response. */
  async json<Answer>(call: Call): Promise<Answer> {
    const response = await this.send(call);
    return (await response.json()) as Answer;
  }

  /** Sends a request to a signed link, without the API key. `path` is the link. */
  sendByLink(call: Call): Promise<Response> {
    return new Http({ ...this.#options, baseUrl: '', apiKey: undefined }).send(call);
  }

  async #attempt({ method = 'GET', path, headers, body, signal, timeoutMs }: Call): Promise<Response> {
    signal?.throwIfAborted();
    const { baseUrl, apiKey, fetch } = this.#options;
    const sent = await body?.();
    const late = new AbortController();
    const limit = timeoutMs ?? defaultTimeoutMs;
    const timer = setTimeout(
      () => late.abort(new TimeoutError(`no answer within ${limit / 1000} s from ${baseUrl || path}`)),
      limit,
    );
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: {
        ...headers,
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(sent?.contentType === undefined ? {} : { 'Content-Type': sent.contentType }),
      },
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      // Redirects are not followed, because other hosts must not get the key.
      redirect: 'error',
    };
    if (sent) init.body = sent.content;
    if (sent?.content instanceof ReadableStream) init.duplex = 'half';
    try {
      const response = await fetch(`${baseUrl}${path}`, init);
      if (response.status >= 400) throw await errorOf(response);
      return response;
    } catch (error) {
      throw readable(error, { signal, late: late.signal, baseUrl });
    } finally {
      clearTimeout(timer);
    }
  }
}

function readable(
  error: unknown,
  { signal, late, baseUrl }: { signal: AbortSignal | undefined; late: AbortSignal; baseUrl: string },
): unknown {
  if (signal?.aborted) return signal.reason;
  if (late.aborted) return late.reason;
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new ConnectionError(`no connection to ${baseUrl}: ${cause}`, { cause: error });
}

/** Waits for `ms` milliseconds. Throws the signal's reason if the signal aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
