/** The client: where the service is, with which key, and what it can be asked. */
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
  /** Where the service is; `http://localhost:8080` where it is left out. */
  baseUrl?: string | URL | undefined;
  /** A key of the account. Without one the limits of anonymous callers hold. Never put one into a page. */
  apiKey?: string | undefined;
  /** How often a request that failed for the moment is sent again (2). */
  retries?: number | undefined;
  /** Longest wait before a request is sent again, seconds (60); what asks for more is thrown. */
  maxRetryWaitSeconds?: number | undefined;
  /** Another `fetch` than the runtime's. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Another source of randomness than `Math.random`, by which waits are spread. */
  random?: (() => number) | undefined;
}

/** The longest that a synchronous conversion may take at the service, and a little more. */
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

  /** Converts and answers when the result begins to come. Throws `ProteanError`, `ConnectionError`, `TimeoutError`. */
  async convert(source: Source, request: ConvertRequest & CallOptions): Promise<ConversionResult> {
    const prepared = await prepare(source, request.fileName);
    return this.#convert(prepared, request, {});
  }

  /** Converts up to 100 files in one request: a zip of their results with `report.json`, or one file of all. */
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
    // An address is fetched for accounts alone, which a private installation has for everybody.
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
    const told = (await response.json()) as JobResult & { report?: ConversionReport };
    return new ConversionResult(
      await this.#http.sendByLink({ path: told.file_url, signal, timeoutMs }),
      told,
    );
  }

  /** What can be converted there right now; all of it where nothing narrows it. */
  formats(
    query: { source?: string; target?: string; category?: string } & CallOptions = {},
  ): Promise<FormatList> {
    const { source, target, category, ...options } = query;
    return this.#http.json({ ...options, path: withQuery('/v1/formats', { source, target, category }) });
  }

  /** What a file is; no conversion is counted. */
  async detect(source: Source, options: { fileName?: string } & CallOptions = {}): Promise<Detection> {
    const { fileName, ...call } = options;
    const prepared = await prepare(source, fileName);
    const { body, repeatable } = conversionBody(prepared, {});
    return this.#http.json({
      ...call,
      method: 'POST',
      path: '/v1/detect',
      body,
      // Nothing is changed by it, so all but a stream can be sent again.
      repeatable: repeatable(true),
    });
  }

  /** The plans, their limits and prices. */
  plans(options: CallOptions = {}): Promise<Plans> {
    return this.#http.json({ ...options, path: '/v1/plans' });
  }

  /** Asks for a free key: by a link that is mailed, or at once where the service asks for no verification. */
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

  /** Whose the key is, and on which plan. */
  account(options: CallOptions = {}): Promise<Account> {
    return this.#http.json({ ...options, path: '/v1/account' });
  }

  /** All that is kept of the account: a zip of JSON and CSV. */
  async exportAccount(options: CallOptions = {}): Promise<ConversionResult> {
    return new ConversionResult(await this.#http.send({ ...options, path: '/v1/account/export' }));
  }

  /** What the account may do this month, and has done. */
  usage(options: CallOptions = {}): Promise<Usage> {
    return this.#http.json({ ...options, path: '/v1/usage' });
  }

  /** Of the last `days` (1 to 366; 30), in UTC, none left out; of one key where the id of one is given. */
  usageByDay(query: { days?: number; key?: string } & CallOptions = {}): Promise<DailyUsage> {
    const { days = 30, key, ...options } = query;
    return this.#http.json({ ...options, path: withQuery('/v1/usage/daily', { days, key }) });
  }
}
