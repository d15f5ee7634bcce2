/** What GET /metrics tells, as Prometheus reads it: counters fed by what happens, the rest read from the parts when asked. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ConversionEnd } from '../convert/converter.ts';
import type { ErrorCode } from '../errors.ts';
import { format } from '../formats/formats.ts';
import type { PoolState } from '../sandbox/pool.ts';
import type { Traffic } from './connections.ts';

/** How the parts are doing, told when asked. A part that is to be seen gets a function here and a gauge below. */
export interface Readings {
  conversions: () => { busy: number; waiting: number };
  uploads: () => { uploads: number; bytes: number };
  traffic: () => Traffic;
  /** By what waits in them. */
  boxes: () => Readonly<Record<string, PoolState>>;
  sandbox: () => { ok: boolean };
}

interface Answered {
  /** As it was declared; undefined where there is none. */
  route: string | undefined;
  status: number;
  seconds: number;
  /** Of a failure. */
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
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: seconds,
    registers: this.#registers,
  });
  readonly #errors = new Counter({
    name: 'protean_http_errors_total',
    help: 'Errors answered by their code; those of the throttle are rate_limited.',
    labelNames: ['code'],
    registers: this.#registers,
  });
  readonly #conversions = new Counter({
    name: 'protean_conversions_total',
    help: 'Conversions that ended: ok, refused (the file), failed (an engine), busy, left (the client), error (a bug).',
    labelNames: ['source_category', 'target_category', 'engine', 'outcome'],
    registers: this.#registers,
  });
  readonly #conversionSeconds = new Histogram({
    name: 'protean_conversion_duration_seconds',
    help: 'Converting alone, by the engine that writes the result.',
    labelNames: ['engine'],
    buckets: seconds,
    registers: this.#registers,
  });
  readonly #waitSeconds = new Histogram({
    name: 'protean_conversion_wait_seconds',
    help: 'Waiting in line before it.',
    buckets: seconds,
    registers: this.#registers,
  });

  constructor(readings: Readings) {
    collectDefaultMetrics({ register: this.#registry });
    this.#read(readings);
  }

  /** The type of what `text` gives. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  answered({ route = 'unmatched', status, seconds, code }: Answered): void {
    this.#requests.inc({ route, status });
    this.#requestSeconds.observe({ route }, seconds);
    if (code) this.#errors.inc({ code });
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

  #read({ conversions, uploads, traffic, boxes, sandbox }: Readings): void {
    this.#gauge('protean_conversions_running', 'Conversions that run.', () => conversions().busy);
    this.#gauge('protean_conversions_waiting', 'Conversions that wait in line.', () => conversions().waiting);
    this.#gauge('protean_uploads', 'Uploads being received.', () => uploads().uploads);
    this.#gauge(
      'protean_upload_bytes',
      'Bytes of the files being received and converted.',
      () => uploads().bytes,
    );
    this.#gauge('protean_http_connections', 'Open connections.', () => traffic().connections);
    this.#gauge('protean_sandbox_holds', 'Whether the sandbox held when it was tried at start.', () =>
      Number(sandbox().ok),
    );
    this.#total(
      'protean_http_connections_refused_total',
      'Connections closed because there were too many.',
      () => traffic().refused,
    );
    this.#total('protean_http_received_bytes_total', 'Bytes that came in.', () => traffic().bytesIn);
    this.#total('protean_http_sent_bytes_total', 'Bytes that went out.', () => traffic().bytesOut);
    this.#readBoxes(boxes);
  }

  #readBoxes(boxes: Readings['boxes']): void {
    const registers = this.#registers;
    new Gauge({
      name: 'protean_boxes',
      help: 'Boxes by what waits in them: ready for anybody, kept for who used it last, busy.',
      labelNames: ['kind', 'state'],
      registers,
      collect() {
        for (const [kind, { ready, kept, busy }] of Object.entries(boxes())) {
          this.set({ kind, state: 'ready' }, ready);
          this.set({ kind, state: 'kept' }, kept);
          this.set({ kind, state: 'busy' }, busy);
        }
      },
    });
    for (const what of ['built', 'failed'] as const) {
      new Counter({
        name: `protean_boxes_${what}_total`,
        help: what === 'built' ? 'Boxes built.' : 'Boxes built that never became ready.',
        labelNames: ['kind'],
        registers,
        collect() {
          this.reset();
          for (const [kind, state] of Object.entries(boxes())) this.inc({ kind }, state[what]);
        },
      });
    }
  }

  #gauge(name: string, help: string, read: () => number): void {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    new Gauge({ name, help, registers: this.#registers, collect });
  }

  /** A counter that somebody else keeps. */
  #total(name: string, help: string, read: () => number): void {
    const collect = function (this: Counter) {
      this.reset();
      this.inc(read());
    };
    new Counter({ name, help, registers: this.#registers, collect });
  }
}
