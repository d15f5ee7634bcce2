/** Jobs: asynchronous conversions of large files or many files. */
import {
  combineField,
  conversionBody,
  type ConvertAllRequest,
  type ConvertRequest,
} from './conversion-request.ts';
import { ConversionResult } from './conversion-result.ts';
import { ConnectionError } from './errors.ts';
import { readEvents } from './events.ts';
import type { AcceptedJob, Deliveries, Delivery, Job, JobPage, JobStatus } from './generated/responses.ts';
import type { CallOptions, Http } from './http.ts';
import { withQuery } from './query.ts';
import {
  prepare,
  prepareAll,
  type NamedSource,
  type PreparedFile,
  type PreparedSource,
  type Source,
} from './source.ts';

export interface JobRequest extends ConvertRequest {
  /** URL that receives the webhook events `job.completed` and `job.failed`. The account needs a webhook secret. */
  webhookUrl?: string | undefined;
}

export interface WaitOptions extends CallOptions {
  /** Called on every change of the job's status or progress. `progress` is from 0 to 100. */
  onProgress?: ((change: { status: JobStatus; progress: number }) => void) | undefined;
}

/** Timeout of a submission, in milliseconds. The timeout is long because the submitted file can be large. */
const submissionTimeoutMs = 600_000;

/**
 * Maximum number of consecutive event streams without an event. If more than `maxBrokenStreams` streams end without an
 * event, waiting fails.
 */
const maxBrokenStreams = 6;

export class Jobs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Submits a conversion. Resolves when the service has accepted the conversion. */
  async create(source: Source, request: JobRequest & CallOptions): Promise<AcceptedJob> {
    return this.#submit(await prepare(source, request.fileName), request, {});
  }

  /**
   * Submits up to 100 files as one job. The result of the job is one combined file, or a zip with `report.json` and the
   * result of each file.
   */
  async createAll(
    files: readonly NamedSource[],
    request: Omit<JobRequest, 'fileName'> & ConvertAllRequest & CallOptions,
  ): Promise<AcceptedJob> {
    return this.#submit(await prepareAll(files), request, combineField(request));
  }

  #submit(
    prepared: PreparedSource | readonly PreparedFile[],
    request: JobRequest & CallOptions,
    more: Readonly<Record<string, string | undefined>>,
  ): Promise<AcceptedJob> {
    const { signal, timeoutMs = submissionTimeoutMs, idempotencyKey, webhookUrl } = request;
    const { body, repeatable } = conversionBody(prepared, request, { ...more, webhook_url: webhookUrl });
    return this.#http.json({
      method: 'POST',
      path: '/v1/jobs',
      headers: { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() },
      body,
      repeatable: repeatable(true),
      signal,
      timeoutMs,
    });
  }

  get(jobId: string, options: CallOptions = {}): Promise<Job> {
    return this.#http.json({ ...options, path: pathOf(jobId) });
  }

  /** Returns one page of jobs, newest first. */
  list(query: { limit?: number; cursor?: string; status?: JobStatus } & CallOptions = {}): Promise<JobPage> {
    const { limit, cursor, status, ...options } = query;
    return this.#http.json({ ...options, path: withQuery('/v1/jobs', { limit, cursor, status }) });
  }

  /** Waits until the job has ended, and returns it. Throws `ConnectionError` if no more events arrive. */
  async wait(jobId: string, { onProgress, ...options }: WaitOptions = {}): Promise<Job> {
    let connected = false;
    for (let broken = 0; ;) {
      try {
        const response = await this.#http.send({ ...options, path: `${pathOf(jobId)}/events` });
        connected = true;
        for await (const { data } of readEvents(response.body ?? new Blob([]).stream())) {
          broken = 0;
          const change = JSON.parse(data) as { status: JobStatus; progress: number };
          onProgress?.(change);
          if (isFinished(change.status)) return await this.get(jobId, options);
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        // After the first connection, a broken event stream is opened again. After any other error, the client opens no
        // new stream.
        if (!connected || !isBrokenStream(error)) throw error;
      }
      // When the server restarts, it ends all streams and is unavailable for a moment.
      if (++broken > maxBrokenStreams) throw new ConnectionError(`no more events of the job ${jobId} arrive`);
      await this.#http.backOff(broken, options.signal);
    }
  }

  /** Cancels the job if it is not finished, and deletes its files. */
  cancel(jobId: string, options: CallOptions = {}): Promise<Job> {
    return this.#http.json({ ...options, method: 'DELETE', path: pathOf(jobId) });
  }

  /** Returns the webhook deliveries for a job's event, with all attempts. */
  async deliveries(jobId: string, options: CallOptions = {}): Promise<Delivery[]> {
    const { deliveries } = await this.#http.json<Deliveries>({
      ...options,
      path: `${pathOf(jobId)}/deliveries`,
    });
    return deliveries;
  }

  /**
   * Sends the event of a delivery again immediately, with the same body and id. If the attempt fails, it is retried
   * according to the schedule.
   */
  redeliver(jobId: string, deliveryId: string, options: CallOptions = {}): Promise<Delivery> {
    const path = `${pathOf(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return this.#http.json({ ...options, method: 'POST', path });
  }

  /** Downloads the file of a completed job through the link in `job`. */
  async download(job: Job, options: CallOptions = {}): Promise<ConversionResult> {
    if (!job.result) throw new TypeError(`the job ${job.job_id} is ${job.status} and has no result`);
    const { report, result } = job;
    const response = await this.#http.sendByLink({ ...options, path: result.file_url });
    return new ConversionResult(response, { report, duration_ms: result.duration_ms });
  }
}

const pathOf = (jobId: string) => `/v1/jobs/${encodeURIComponent(jobId)}`;

const isFinished = (status: JobStatus) => status !== 'queued' && status !== 'processing';

/**
 * Returns whether `error` means that an event stream was interrupted. Interrupted streams cause a `ConnectionError` of
 * this library, or the `TypeError` that the runtime throws if it cannot read the response body.
 */
const isBrokenStream = (error: unknown) => error instanceof TypeError || error instanceof ConnectionError;
