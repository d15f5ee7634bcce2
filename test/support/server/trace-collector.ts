/**
 * An OpenTelemetry collector for tests: receives traces as OTLP over HTTP, and shows each span with its parent spans.
 */
import assert from 'node:assert/strict';
import { until } from './service.ts';
import { startReceiver } from '../jobs/webhook-receiver.ts';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Id of the parent span, or an empty string if the span has no parent. */
  parentSpanId: string;
  /** The kind of the span, as a number of the protocol OTLP: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  failed: boolean;
  attributes: Readonly<Record<string, string | number>>;
  service: string;
}

export interface TraceCollector extends Disposable {
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: string };
  /**
   * Waits until the names of a trace's spans are exactly `names`, and resolves with the spans. If two spans have the
   * same name, list the name twice.
   */
  spansOf(traceId: string, names: readonly string[]): Promise<readonly CollectedSpan[]>;
  /** Paths and unchanged bodies of all requests, concatenated. */
  readonly received: string;
}

/** The fields of a request's JSON that the tests read. */
interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number };
  attributes: SentAttribute[];
}

interface SentAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number };
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const spans = () => receiver.received.flatMap(({ body }) => spansIn(JSON.parse(body) as Sent));
  return {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
    async spansOf(traceId, names) {
      const wanted = names.toSorted().join();
      const found = () => spans().filter((span) => span.traceId === traceId);
      const isThere = () => namesOf(found()).join() === wanted;
      await until('the spans have come', 20_000, isThere).catch(() =>
        assert.deepEqual(namesOf(found()), names.toSorted()),
      );
      return found();
    },
    get received() {
      return receiver.received.map(({ path, body }) => `${path} ${body}`).join('\n');
    },
    [Symbol.dispose]: () => receiver[Symbol.dispose](),
  };
}

const namesOf = (spans: readonly CollectedSpan[]) => spans.map(({ name }) => name).sort();

function spansIn({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        failed: span.status.code === 2,
        attributes: valuesOf(span.attributes),
        service: String(valuesOf(resource.attributes)['service.name']),
      })),
    ),
  );
}

function valuesOf(attributes: readonly SentAttribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? NaN,
    ]),
  );
}

/**
 * Returns the path of each span from its root, such as `parent > child > grandchild`. A span without its parent in
 * `spans` is a root.
 */
export function pathsOf(spans: readonly CollectedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const path = (span: CollectedSpan): string => {
    const parent = byId.get(span.parentSpanId);
    return parent ? `${path(parent)} > ${span.name}` : span.name;
  };
  return spans.map(path).sort();
}
