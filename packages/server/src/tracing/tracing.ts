/** Traces: the work for a request, a job or a webhook as a tree of spans, also across processes. */

/** Attributes of a span. They must not contain file names, keys, addresses or file contents. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** Whether the span serves a request, sends one, processes a queued item, or none of these (the default). */
  kind?: 'server' | 'client' | 'consumer';
  /** `traceparent` of the parent, if that is not the current span. Invalid values are ignored. */
  parent?: string | null | undefined;
  attributes?: SpanAttributes;
}

export interface TraceSpan {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a code or the name of an error, never its text. */
  failed(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Runs `work` in a span, which ends with it and is marked as failed if it throws. */
  span<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** Begins a span that the caller must end. */
  begin(name: string, options: SpanOptions): TraceSpan;
  /** Runs `work` so that spans begun in it become children of `span`. */
  within<T>(span: TraceSpan, work: () => T): T;
  /** `traceparent` of the current span, for work in another process. Null outside of a span. */
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
