/**
 * Interface for traces. The work for a request, a job or a webhook is a tree of spans, which may extend over several
 * processes.
 */

/** Attributes of a span. Attributes must not contain file names, keys, IP or email addresses, or file contents. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /**
   * `server`: the span handles a request. `client`: the span sends a request. `consumer`: the span processes a queued
   * item. By default, a span has no kind.
   */
  kind?: 'server' | 'client' | 'consumer';
  /**
   * `traceparent` of the parent span. By default, the current span is the parent. An invalid `traceparent` is ignored.
   */
  parent?: string | null | undefined;
  attributes?: SpanAttributes;
}

export interface TraceSpan {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is an error code or error name, never an error message. */
  failed(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Runs `work` in a span. The span ends when `work` ends, and is marked as failed if `work` throws. */
  span<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** Begins a span, which the caller must end. */
  begin(name: string, options: SpanOptions): TraceSpan;
  /** Runs `work`. Spans begun in `work` become children of `span`. */
  within<T>(span: TraceSpan, work: () => T): T;
  /** `traceparent` of the current span, for passing it to another process. Null outside of a span. */
  readonly traceparent: string | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const noSpan: TraceSpan = { set: () => {}, failed: () => {}, end: () => {} };

export const noTracing: Tracing = {
  span: (_name, _options, work) => work(noSpan),
  begin: () => noSpan,
  within: (_span, work) => work(),
  traceparent: null,
  close: () => Promise.resolve(),
};
