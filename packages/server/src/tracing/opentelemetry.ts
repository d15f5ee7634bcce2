/**
 * Implements tracing with OpenTelemetry. The current span stays the same across asynchronous calls. Spans are sent as
 * OTLP over HTTP.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { ServiceError } from '../errors.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';
import type { SpanAttributes, SpanOptions, TraceSpan, Tracing } from './tracing.ts';

/** Interval for sending spans, in milliseconds. */
const sendEveryMs = 1_000;
/** Timeout for sending spans, in milliseconds. */
const sendMs = 5_000;

interface OpenTelemetryOptions {
  /** Base URL of the collector. The exporter appends the path for traces to this URL. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of traces that are sampled, from 0 to 1. The share applies only to traces that begin in this process. */
  share: number;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function openTelemetry({ endpoint, headers, serviceName, share, log }: OpenTelemetryOptions): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logged(exporter, log),
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendMs,
      }),
    ],
  });
  return new OpenTelemetryTracing(provider);
}

class OpenTelemetryTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #running = new AsyncLocalStorage<Span>();

  constructor(provider: TracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('protean');
  }

  async span<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T> {
    const span = this.begin(name, options);
    try {
      return await this.within(span, () => work(span));
    } catch (error) {
      span.failed(typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  begin(name: string, { kind, parent, attributes = {} }: SpanOptions): OpenTelemetrySpan {
    const context = parent === undefined ? this.#context() : contextOf(parent);
    const options = { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes: { ...attributes } };
    return new OpenTelemetrySpan(this.#tracer.startSpan(name, options, context));
  }

  within<T>(span: TraceSpan, work: () => T): T {
    return span instanceof OpenTelemetrySpan ? this.#running.run(span.span, work) : work();
  }

  get traceparent(): string | null {
    const context = this.#running.getStore()?.spanContext();
    return context ? formatTraceparent({ ...context, flags: context.traceFlags }) : null;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
  }

  #context(): Context {
    const running = this.#running.getStore();
    return running ? trace.setSpan(ROOT_CONTEXT, running) : ROOT_CONTEXT;
  }
}

class OpenTelemetrySpan implements TraceSpan {
  readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes });
  }

  failed(type: string): void {
    this.span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

function contextOf(parent: string | null): Context {
  const remote = parseTraceparent(parent ?? '');
  if (!remote) return ROOT_CONTEXT;
  const { traceId, spanId, flags: traceFlags } = remote;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (!(error instanceof ServiceError)) return error.name;
  const reason = error.details?.['reason'];
  return typeof reason === 'string' ? reason : error.code;
}

/** Logs once when the collector becomes unreachable, and once when it is reachable again. */
function logged(exporter: SpanExporter, log: OpenTelemetryOptions['log']): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway)
          log.warn({ cause: result.error?.message }, 'traces cannot be sent and are lost');
        if (!failed && isAway) log.info('traces are sent again');
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
