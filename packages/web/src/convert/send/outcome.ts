/** Determines the outcome of a conversion from the responses of the service. */
import type { ConversionReport } from '@protean/client';
import { format } from '@protean/formats';
import type { Throttled } from './allowance.ts';

export interface Refusal {
  status: number;
  code: string;
  message: string;
  reason: string;
  details: Readonly<Record<string, unknown>>;
  retryAfterMs: number | undefined;
  requestId: string;
}

export interface Converted {
  kind: 'converted';
  name: string;
  size: number;
  /** Download URL. */
  url: string;
  blob: () => Promise<Blob>;
  warnings: readonly string[];
  /** Report of the conversion. Undefined if no report was requested. For a job, the report is always present. */
  report: ConversionReport | undefined;
  throttled: Throttled | undefined;
}

export type Outcome =
  | Converted
  | { kind: 'refused'; refusal: Refusal; throttled: Throttled | undefined }
  | { kind: 'unanswered' }
  | { kind: 'aborted' };

/** A running request, which can be aborted. */
export interface Sending {
  outcome: Promise<Outcome>;
  abort: () => void;
}

/** A stored result. The service keeps the result until the link expires. */
export interface LinkedResult {
  file_url: string;
  size: number;
  report?: ConversionReport | undefined;
  warnings?: readonly { code: string }[];
}

/**
 * Returns the outcome for a stored result. `target` is the extension of the result. The download URL begins with the
 * service URL that the page uses, not with the configured URL.
 */
export function convertedTo(
  { file_url: link, size, report, warnings = report?.warnings ?? [] }: LinkedResult,
  base: string,
  target: string,
): Omit<Converted, 'throttled'> {
  const url = new URL(/files\/.*$/.exec(link)?.[0] ?? link, base).href;
  const { mime: type } = format(target);
  return {
    ...{ kind: 'converted', size, url, report },
    name: decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''),
    blob: async () => new Blob([await (await fetch(url)).blob()], { type }),
    warnings: warnings.map(({ code }) => code),
  };
}

/** Status, headers and body of a response. */
export interface Answer {
  status: number;
  header: (name: string) => string | null;
  text: string;
}

export interface ErrorBody {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
}

export function refusalIn({ status, header, text }: Answer): Extract<Outcome, { kind: 'refused' }> {
  const retryAfter = header('Retry-After');
  return {
    kind: 'refused',
    throttled: throttledBy(header),
    refusal: {
      ...refusalBy(errorIn(text), status),
      retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1000,
      requestId: header('X-Request-Id') ?? '',
    },
  };
}

export function refusalBy({ code = '', message = '', details = {} }: ErrorBody, status: number): Refusal {
  const reason = details['reason'];
  return {
    ...{ status, code, message, details, retryAfterMs: undefined, requestId: '' },
    reason: typeof reason === 'string' ? reason : '',
  };
}

function errorIn(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as { error: ErrorBody }).error;
  } catch {
    return {};
  }
}

/**
 * Returns the state of the rate limit. Compares only times of the server's clock, because the local clock may be wrong.
 */
export function throttledBy(header: Answer['header']): Throttled | undefined {
  const remaining = header('X-RateLimit-Remaining');
  const reset = header('X-RateLimit-Reset');
  const date = Date.parse(header('Date') ?? '');
  if (remaining === null || reset === null || Number.isNaN(date)) return undefined;
  return { remaining: Number(remaining), endsInMs: Math.max(0, Number(reset) * 1000 - date) };
}
