/** The header `traceparent` of W3C Trace Context: which trace something belongs to, and under which of its spans. */

export interface Traceparent {
  traceId: string;
  spanId: string;
  flags: number;
}

/** Later versions may go on behind what this one knows. */
const written =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;

/** Undefined for what is none, which then begins a trace of its own. */
export function parseTraceparent(text: string): Traceparent | undefined {
  const { version = 'ff', traceId = '', spanId = '', flags = '', more } = written.exec(text)?.groups ?? {};
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: Traceparent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
