/** The client: holds the service's URL and the key, and provides the methods. */
import { Billing } from './billing.ts';
import {
  combineField,
  conversionBody,
  type ConvertAllRequest,
  type ConvertRequest,
} from './conversion-request.ts';
import { ConversionResult } from './conversion-result.ts';
import type {
  Account,
  ConversionReport,
  DailyUsage,
  Detection,
  FormatList,
  IssuedKey,
  JobResult,
  LinkMailed,
  Plans,
  Usage,
} from './generated/responses.ts';
import { Http, jsonBody, type CallOptions } from './http.ts';
import { Jobs } from './jobs.ts';
import { withQuery } from './query.ts';
import { Keys } from './keys.ts';
import {
  prepare,
  prepareAll,
  type NamedSource,
  type PreparedFile,
  type PreparedSource,
  type Source,
} from './source.ts';
import { Uploads } from './uploads.ts';
import { Webhooks } from './webhooks.ts';

export interface ProteanOptions {
  /** Base URL of the service. The default is `http://localhost:8080`. */
  baseUrl?: string | URL | undefined;
  /** API key of the account. Without a key, the anonymous limits apply. Never put a key into a web page. */
  apiKey?: string | undefined;
  /** Number of retries of a request that fails temporarily. The default is 2 retries. */
  retries?: number | undefined;
  /**
   * Maximum wait before a retry, in seconds (default: 60). If the service requests a wait above this maximum, the
   * client throws the error and does not retry.
   */
  maxRetryWaitSeconds?: number | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Replaces `Math.random` for the random part of retry delays. */
  random?: (() => number) | undefined;
}

/**
 * Default timeout of a conversion, in milliseconds. The client's timeout is slightly longer than the service's limit
 * for a synchronous conversion.
 */
const conversionTimeoutMs = 620_000;

export class Protean {
  readonly jobs: Jobs;
  readonly uploads: Uploads;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly billing: Billing;
  readonly #http: Http;

  constructor(options: ProteanOptions = {}) {
    const { baseUrl = 'http://localhost:8080', apiKey, retries = 2, maxRetryWaitSeconds = 60 } = options;
    this.#http = new Http({
      baseUrl: String(baseUrl).replace(/\/+$/, ''),
      apiKey,
      policy: { retries, maxWaitSeconds: maxRetryWaitSeconds },
      fetch: options.fetch ?? ((...call) => globalThis.fetch(...call)),
      random: options.random ?? Math.random,
    });
    this.jobs = new Jobs(this.#http);
    this.uploads = new Uploads(this.#http);
    this.keys = new Keys(this.#http);
    this.webhooks = new Webhooks(this.#http);
    this.billing = new Billing(this.#http);
  }

  /**
   * Converts a source. Resolves when the response begins. Throws `ProteanError`, `ConnectionError` or `TimeoutError`.
   */
  async convert(source: Source, request: ConvertRequest & CallOptions): Promise<ConversionResult> {
    const prepared = await prepare(source, request.fileName);
    return this.#convert(prepared, request, {});
  }

  /**
   * Converts up to 100 files in one request. The response is a zip with the converted files and `report.json`, or one
   * combined file.
   */
  async convertAll(
    files: readonly NamedSource[],
    request: ConvertAllRequest & CallOptions,
  ): Promise<ConversionResult> {
    return this.#convert(await prepareAll(files), request, combineField(request));
  }

  async #convert(
    prepared: PreparedSource | readonly PreparedFile[],
    request: ConvertRequest & CallOptions,
    more: Readonly<Record<string, string | undefined>>,
  ): Promise<ConversionResult> {
    const { signal, timeoutMs = conversionTimeoutMs } = request;
    // Only the endpoint /v1/convert accepts the URL of a source. In a private installation, /v1/convert needs no key.
    const asAccount = this.#http.hasKey || ('kind' in prepared && prepared.kind === 'address');
    const { body, repeatable } = conversionBody(prepared, request, more);
    const response = await this.#http.send({
      method: 'POST',
      path: asAccount ? '/v1/convert' : '/api/convert',
      headers: asAccount ? { 'Idempotency-Key': request.idempotencyKey ?? crypto.randomUUID() } : {},
      body,
      repeatable: repeatable(asAccount),
      signal,
      timeoutMs,
    });
    const { report = false } = (request.options ?? {}) as { report?: unknown };
    if (String(report) !== 'true') return new ConversionResult(response);
    const answer = (await response.json()) as JobResult & { report?: ConversionReport };
    return new ConversionResult(
      await this.#http.sendByLink({ path: answer.file_url, signal, timeoutMs }),
      answer,
    );
  }

  /** Lists the available conversions, filtered by the given fields. */
  formats(
    query: { source?: string; target?: string; category?: string } & CallOptions = {},
  ): Promise<FormatList> {
    const { source, target, category, ...options } = query;
    return this.#http.json({ ...options, path: withQuery('/v1/formats', { source, target, category }) });
  }

  /** Detects the format of a file. The call is not counted as a conversion. */
  async detect(source: Source, options: { fileName?: string } & CallOptions = {}): Promise<Detection> {
    const { fileName, ...call } = options;
    const prepared = await prepare(source, fileName);
    const { body, repeatable } = conversionBody(prepared, {});
    return this.#http.json({
      ...call,
      method: 'POST',
      path: '/v1/detect',
      body,
      // Detection changes nothing, so every source except a stream can be sent again.
      repeatable: repeatable(true),
    });
  }

  /** Returns the plans with their limits and prices. */
  plans(options: CallOptions = {}): Promise<Plans> {
    return this.#http.json({ ...options, path: '/v1/plans' });
  }

  /**
   * Requests an API key for the free plan. The service sends a link by email, or returns the key immediately if it
   * requires no verification.
   */
  requestKey({ email, ...options }: { email: string } & CallOptions): Promise<IssuedKey | LinkMailed> {
    const body = () => jsonBody({ email });
    return this.#http.json({
      ...options,
      method: 'POST',
      path: '/v1/keys/free',
      body,
      repeatable: 'if-refused',
    });
  }

  /** Returns the account of the key, including its plan. */
  account(options: CallOptions = {}): Promise<Account> {
    return this.#http.json({ ...options, path: '/v1/account' });
  }

  /** Returns all data of the account, as a zip of JSON and CSV files. */
  async exportAccount(options: CallOptions = {}): Promise<ConversionResult> {
    return new ConversionResult(await this.#http.send({ ...options, path: '/v1/account/export' }));
  }

  /** Returns this month's usage and limits. */
  usage(options: CallOptions = {}): Promise<Usage> {
    return this.#http.json({ ...options, path: '/v1/usage' });
  }

  /**
   * Returns the usage on each of the last `days` UTC days (1 to 366, default: 30), including days without usage. If
   * `key` is given, returns only the usage of the key with that id.
   */
  usageByDay(query: { days?: number; key?: string } & CallOptions = {}): Promise<DailyUsage> {
    const { days = 30, key, ...options } = query;
    return this.#http.json({ ...options, path: withQuery('/v1/usage/daily', { days, key }) });
  }
}
