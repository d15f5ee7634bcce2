/**
 * Reads and writes the header `traceparent` of W3C Trace Context, which contains a trace id and the id of the parent
 * span.
 */

export interface Traceparent {
  traceId: string;
  spanId: string;
  flags: number;
}

/** Later versions of the header `traceparent` may append further parts. */
const written =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;

/** Parses a `traceparent` header. Returns undefined if the header is invalid, so that a new trace begins. */
export function parseTraceparent(text: string): Traceparent | undefined {
  const { version = 'ff', traceId = '', spanId = '', flags = '', more } = written.exec(text)?.groups ?? {};
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: Traceparent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
