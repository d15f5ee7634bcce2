/** Sends a file to be converted, and tells how far it is; `fetch` could not tell how much is uploaded. */
import { formatOfFileName } from '@protean/formats';
import type { Throttled } from './allowance.ts';
import type { Source } from './item.ts';

export interface Sending {
  url: string;
  source: Source;
  name: string;
  fields: Readonly<Record<string, string>>;
  onProgress: (share: number) => void;
  onUploaded: () => void;
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
  reason: string;
  details: Readonly<Record<string, unknown>>;
  retryAfterMs: number | undefined;
  requestId: string;
}

export type Outcome =
  | {
      kind: 'converted';
      blob: Blob;
      name: string;
      warnings: readonly string[];
      throttled: Throttled | undefined;
    }
  | { kind: 'refused'; refusal: Refusal; throttled: Throttled | undefined }
  | { kind: 'unanswered' }
  | { kind: 'aborted' };

/** Progress is shown four times a second. */
const progressEveryMs = 250;

export function send({ url, source, name, fields, onProgress, onUploaded }: Sending) {
  const request = new XMLHttpRequest();
  const outcome = new Promise<Outcome>((resolve) => {
    let shownAt = 0;
    request.upload.onprogress = ({ loaded, total, timeStamp }) => {
      if (timeStamp - shownAt < progressEveryMs) return;
      shownAt = timeStamp;
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = onUploaded;
    request.onload = () => void outcomeOf(request, name).then(resolve);
    request.onerror = () => resolve({ kind: 'unanswered' });
    request.onabort = () => resolve({ kind: 'aborted' });
  });
  request.open('POST', url);
  request.responseType = 'blob';
  const form = new FormData();
  // The fields come first: the server need not receive a file that they make useless.
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if ('file' in source) form.append('file', source.file, name);
  else form.append('source_url', source.url);
  request.send(form);
  return { outcome, abort: () => request.abort() };
}

async function outcomeOf(request: XMLHttpRequest, sentName: string): Promise<Outcome> {
  const throttled = throttledBy(request);
  const body = request.response as Blob | null;
  if (request.status >= 200 && request.status < 300 && body) {
    const name = fileNameIn(request.getResponseHeader('Content-Disposition')) ?? sentName;
    const blob = new Blob([body], { type: formatOfFileName(name)?.mime ?? 'application/octet-stream' });
    const warnings = request.getResponseHeader('X-Conversion-Warnings')?.split(/,\s*/) ?? [];
    return { kind: 'converted', blob, name, warnings, throttled };
  }
  const { code = '', message = '', details = {} } = await errorIn(body);
  const retryAfter = request.getResponseHeader('Retry-After');
  const reason = details['reason'];
  return {
    kind: 'refused',
    throttled,
    refusal: {
      ...{ status: request.status, code, message, details },
      reason: typeof reason === 'string' ? reason : '',
      retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1000,
      requestId: request.getResponseHeader('X-Request-Id') ?? '',
    },
  };
}

interface ErrorBody {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
}

async function errorIn(body: Blob | null): Promise<ErrorBody> {
  try {
    return (JSON.parse((await body?.text()) ?? '') as { error: ErrorBody }).error;
  } catch {
    return {};
  }
}

/** By the server's clock on both sides: that of this machine may be wrong. */
function throttledBy(request: XMLHttpRequest): Throttled | undefined {
  const remaining = request.getResponseHeader('X-RateLimit-Remaining');
  const reset = request.getResponseHeader('X-RateLimit-Reset');
  const date = Date.parse(request.getResponseHeader('Date') ?? '');
  if (remaining === null || reset === null || Number.isNaN(date)) return undefined;
  return { remaining: Number(remaining), endsInMs: Math.max(0, Number(reset) * 1000 - date) };
}

/** The name in a `Content-Disposition`, the extended one if there is one (RFC 6266). */
export function fileNameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1');
}
