/**
 * Sends a large file with a resumable upload (tus), converts it as a job and follows the job. If the user tries again
 * after an error, sending continues with the step that failed.
 */
import type { JobStatus } from '@protean/client';
import { followJob, forgetJob, readJob, submitJob } from './job-requests.ts';
import type { JobState } from '../state/item.ts';
import type { Conversion } from './send.ts';
import { fingerprintOf, type KeptUploads } from './kept-uploads.ts';
import { convertedTo, refusalBy, type Outcome, type Sending } from './outcome.ts';
import { Refused } from './refused.ts';
import { uploadFile } from './resumable-upload.ts';

export interface JobConversion extends Conversion {
  job: JobState;
  uploads: KeptUploads;
  onQueued: () => void;
  onConverting: (share: number) => void;
}

export function sendAsJob(conversion: JobConversion): Sending {
  const controller = new AbortController();
  const { signal } = controller;
  const outcome = carryOut(conversion, signal).catch((error: unknown): Outcome => {
    if (signal.aborted) return { kind: 'aborted' };
    return error instanceof Refused ? afterRefusal(error, conversion.job) : { kind: 'unanswered' };
  });
  return {
    outcome,
    abort: () => {
      controller.abort();
      const { job, base } = conversion;
      if (job.jobId !== undefined) forgetJob(base, job.jobId);
      job.jobId = undefined;
    },
  };
}

async function carryOut(conversion: JobConversion, signal: AbortSignal): Promise<Outcome> {
  const { base, job, source, uploads, fields, onUploaded, onQueued, onConverting } = conversion;
  if ('file' in source && job.jobId === undefined)
    job.fileId ??= await uploadFile({ ...conversion, file: source.file, uploads }, signal);
  onUploaded();
  if (job.jobId === undefined) {
    const from = 'url' in source ? { source_url: source.url } : { file_id: job.fileId ?? '' };
    job.idempotencyKey ??= randomKey();
    job.jobId = await submitJob(base, { ...fields, ...from }, job.idempotencyKey, signal);
    job.idempotencyKey = undefined;
  }
  const isRunning = (status: JobStatus, progress: number) =>
    status === 'queued' ? onQueued() : onConverting(progress / 100);
  await followJob(base, job.jobId, isRunning, signal);
  const { record, throttled } = await readJob(base, job.jobId, signal);
  job.jobId = undefined;
  if (record.status === 'cancelled') return { kind: 'aborted' };
  if (!record.result) return { kind: 'refused', refusal: refusalBy(record.error ?? {}, 502), throttled };
  if ('file' in source) uploads.forget(fingerprintOf(source.file));
  const linked = { ...record.result, report: record.report ?? undefined };
  return { ...convertedTo(linked, base, conversion.target), throttled };
}

/**
 * Returns the outcome of an attempt whose request was rejected. If the upload or job no longer exists in the service,
 * forgets its id, so that the next attempt creates the upload or job again.
 */
function afterRefusal({ outcome }: Refused, job: JobState): Outcome {
  const { status } = outcome.refusal;
  job.idempotencyKey = undefined;
  if (status !== 404) return outcome;
  if (job.jobId === undefined) job.fileId = undefined;
  job.jobId = undefined;
  return { kind: 'unanswered' };
}

/** Returns a random key without `crypto.randomUUID`, which does not exist on pages served over plain HTTP. */
const randomKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');
