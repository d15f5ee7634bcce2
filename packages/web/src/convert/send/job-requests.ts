/**
 * Requests for a job: submit, follow, read and cancel. Each function throws {@link Refused} if the service rejects its
 * request.
 */
import type { AcceptedJob, Job, JobStatus } from '@protean/client';
import type { Throttled } from './allowance.ts';
import { refusalIn, throttledBy } from './outcome.ts';
import { Refused } from './refused.ts';
import { formOf } from './send.ts';

type Fields = Readonly<Record<string, string>>;

export async function submitJob(
  base: string,
  fields: Fields,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const init = { method: 'POST', headers, body: formOf(fields), signal };
  const response = await answered(await fetch(`${base}v1/jobs`, init));
  return ((await response.json()) as AcceptedJob).job_id;
}

export async function readJob(
  base: string,
  id: string,
  signal: AbortSignal,
): Promise<{ record: Job; throttled: Throttled | undefined }> {
  const response = await answered(await fetch(`${base}v1/jobs/${id}`, { signal }));
  const throttled = throttledBy((name) => response.headers.get(name));
  return { record: (await response.json()) as Job, throttled };
}

/** Resolves when the job has ended. Throws if the event stream of the job breaks. */
export function followJob(
  base: string,
  id: string,
  onChange: (status: JobStatus, progress: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const events = new EventSource(`${base}v1/jobs/${id}/events`);
  return new Promise<void>((resolve, reject) => {
    const changed = ({ data }: MessageEvent<string>) => {
      const { status, progress } = JSON.parse(data) as { status: JobStatus; progress: number };
      if (['queued', 'processing'].includes(status)) onChange(status, progress);
      else resolve();
    };
    events.addEventListener('status', changed);
    events.addEventListener('progress', changed);
    // Rejects if the stream breaks, because the browser would reconnect silently and the page would miss events.
    events.addEventListener('error', () => reject(new Error('the stream of events broke')));
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  }).finally(() => events.close());
}

/** Cancels a job whose result is no longer needed. */
export function forgetJob(base: string, id: string): void {
  void fetch(`${base}v1/jobs/${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
}

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status, headers } = response;
  throw new Refused(refusalIn({ status, header: (name) => headers.get(name), text: await response.text() }));
}
