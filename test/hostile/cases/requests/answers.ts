/** Parses a raw HTTP response into an `Answer`, the type that other tests use. */
import type { Answer } from '../../../support/server/service.ts';

/** Parses the first response in `text`. The status is 0 if the connection was closed without a response. */
export function answerOfText(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = Buffer.from(end < 0 ? '' : text.slice(end + 4), 'latin1');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0),
    headers,
    body,
    error: headers.get('content-type')?.startsWith('application/json') ? errorIn(body) : {},
  };
}

function errorIn(body: Buffer): Answer['error'] {
  try {
    return (JSON.parse(body.toString()) as { error?: Answer['error'] }).error ?? {};
  } catch {
    return {};
  }
}
