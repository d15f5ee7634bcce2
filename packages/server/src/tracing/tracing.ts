/** Traces: what is done for a request, a job or a webhook as a tree of spans, also across processes. */

/** Never names of files, keys, addresses or what is in a file. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** Whether it answers another process, asks one, takes up what was queued, or neither; the last is usual. */
  kind?: 'server' | 'client' | 'consumer';
  /** A `traceparent`, where it is not part of the span that runs; what is none is not looked at. */
  parent?: string | null | undefined;
  attributes?: SpanAttributes;
}

export interface TraceSpan {
  set(attributes: SpanAttributes): void;
  /** `type` is a code or the name of an error, never its text. */
  failed(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Runs `work` in a span, which ends with it, and is a failed one when it throws. */
  span<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** A span that whoever begins it ends. */
  begin(name: string, options: SpanOptions): TraceSpan;
  /** Runs `work` so that what it begins is part of `span`. */
  within<T>(span: TraceSpan, work: () => T): T;
  /** The `traceparent` of the span that runs, for what goes on elsewhere; null outside of one. */
  readonly traceparent: string | null;
  /** Sends what is left. */
  close(): Promise<void>;
}

const noSpan: TraceSpan = { set: () => {}, failed: () => {}, end: () => {} };

export const noTracing: Tracing = {
  span: (_name, _terms, work) => work(noSpan),
  begin: () => noSpan,
  within: (_span, work) => work(),
  traceparent: null,
  close: () => Promise.resolve(),
};
