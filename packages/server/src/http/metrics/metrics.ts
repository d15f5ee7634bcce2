/**
 * Metrics of `GET /metrics`: counters and histograms of events, and gauges that are read when the metrics are
 * requested.
 */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ConversionEnd } from '../../convert/run/conversion-end.ts';
import type { ErrorCode } from '../../errors.ts';
import { format } from '@protean/formats';
import type { TerminalStatus } from '../../jobs/completion.ts';
import type { AttemptEnd } from '../../webhooks/deliveries.ts';
import { registerGauges, type GaugeRow } from './gauges.ts';

interface CountedAnswer {
  /** Path of the endpoint as it was declared, with parameters such as `:id`. Undefined if no endpoint matched. */
  route: string | undefined;
  status: number;
  seconds: number;
  /** Code of an error response. */
  code: ErrorCode | undefined;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];

  readonly #requests = new Counter({
    name: 'protean_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'status'],
    registers: this.#registers,
  });
  readonly #requestSeconds = new Histogram({
    name: 'protean_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['route'],
    buckets: seconds,
    registers: this.#registers,
  });
  readonly #errors = new Counter({
    name: 'protean_http_errors_total',
    help: 'Error responses by code. Throttled requests have the code rate_limited.',
    labelNames: ['code'],
    registers: this.#registers,
  });
  readonly #conversions = new Counter({
    name: 'protean_conversions_total',
    help: 'Finished conversions: ok, reused (an earlier result), refused (because of the file), failed (because of an engine), busy, left (the client disconnected), error (a bug).',
    labelNames: ['source_category', 'target_category', 'engine', 'outcome'],
    registers: this.#registers,
  });
  readonly #conversionSeconds = new Histogram({
    name: 'protean_conversion_duration_seconds',
    help: 'Duration of the conversion alone, by the engine that writes the result.',
    labelNames: ['engine'],
    buckets: seconds,
    registers: this.#registers,
  });
  readonly #waitSeconds = new Histogram({
    name: 'protean_conversion_wait_seconds',
    help: 'Time in the queue before the conversion.',
    buckets: seconds,
    registers: this.#registers,
  });

  readonly #jobs = new Counter({
    name: 'protean_jobs_ended_total',
    help: 'Jobs finished by this process.',
    labelNames: ['status'],
    registers: this.#registers,
  });
  readonly #webhookAttempts = new Counter({
    name: 'protean_webhook_attempts_total',
    help: 'Webhook attempts by outcome: ok, refused (a response other than 2xx), failed (no response).',
    labelNames: ['event', 'outcome'],
    registers: this.#registers,
  });
  readonly #webhooksEnded = new Counter({
    name: 'protean_webhooks_total',
    help: 'Finished events: delivered, or failed after the last attempt.',
    labelNames: ['event', 'outcome'],
    registers: this.#registers,
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds gauges that are read whenever the metrics are requested. */
  addGauges(rows: readonly GaugeRow[]): void {
    registerGauges(this.#registry, rows);
  }

  /** Media type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  answered({ route = 'unmatched', status, seconds, code }: CountedAnswer): void {
    this.#requests.inc({ route, status });
    this.#requestSeconds.observe({ route }, seconds);
    if (code) this.#errors.inc({ code });
  }

  jobEnded(status: TerminalStatus): void {
    this.#jobs.inc({ status });
  }

  converted({ route, outcome, waitedMs, ms }: ConversionEnd): void {
    const engine = route.steps.at(-1)?.engine ?? 'none';
    const categories = {
      source_category: format(route.source).category,
      target_category: format(route.target).category,
    };
    this.#conversions.inc({ ...categories, engine, outcome });
    this.#waitSeconds.observe(waitedMs / 1000);
    if (ms !== undefined) this.#conversionSeconds.observe({ engine }, ms / 1000);
  }

  attempted({ event, status, error, state }: AttemptEnd): void {
    const outcome = error === null ? 'ok' : status === null ? 'failed' : 'refused';
    this.#webhookAttempts.inc({ event, outcome });
    if (state === 'delivered' || state === 'failed') this.#webhooksEnded.inc({ event, outcome: state });
  }
}
