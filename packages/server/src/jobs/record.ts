/** A job as its owner sees it (contract §6.3). */
import type { Selectable } from 'kysely';
import type { Attempt } from '../convert/result/attempts.ts';
import type { ConversionReport } from '../convert/result/report.ts';
import { resultObject, type StoredResult } from '../convert/result/stored-result.ts';
import type { DeliveryRow } from '../db/tables.ts';
import type { ErrorEnvelope } from '../errors.ts';
import type { Encryption } from '../kit/encryption.ts';
import { timeText } from '../kit/time-text.ts';
import { longestLinkSeconds, type Links } from '../storage/links.ts';
import type { JobRecord } from './queue.ts';
import { decryptWebhookUrl } from './request.ts';

type DeliveryRecord = Selectable<DeliveryRow>;

/** A job and the state of its webhook delivery. */
export type StoredJob = JobRecord & {
  [Column in 'status' | 'attempts' | 'last_error' as `delivery_${Column}`]: DeliveryRecord[Column] | null;
} & {
  /** Expiry time of the job's upload. The expiry time is null if the upload is not kept. */
  upload_expires_at: number | null;
};

/**
 * Returns the job as its owner sees it. The link to the result is valid for `linkSeconds`, but at most until the job
 * expires.
 */
export function resourceOf(
  job: StoredJob,
  links: Links,
  encryption: Encryption,
  linkSeconds = longestLinkSeconds,
) {
  const { result, result_object: object, error, started_at: started, finished_at: finished } = job;
  const url = decryptWebhookUrl(encryption, job.id, job.webhook_url);
  const stored = result === null ? undefined : (JSON.parse(result) as StoredResult);
  const failure = error === null ? undefined : (JSON.parse(error) as ErrorEnvelope['error']);
  const tried = stored?.tried ?? (failure?.details?.['tried'] as Attempt[] | undefined);
  return {
    job_id: job.id,
    status: job.status,
    created_at: timeText(job.created_at),
    updated_at: timeText(job.updated_at),
    ...(started === null ? {} : { started_at: timeText(started) }),
    ...(finished === null ? {} : { finished_at: timeText(finished) }),
    source_format: job.source_format,
    target_format: job.target_format,
    progress: job.progress,
    ...filesOf(job),
    ...(stored && object !== null
      ? { result: resultObject(stored, links.to(object, stored.fileName, linkSeconds, job.expires_at)) }
      : {}),
    ...(failure ? { error: failure } : {}),
    ...(tried ? { tried } : {}),
    ...(job.report === null ? {} : { report: JSON.parse(job.report) as ConversionReport }),
    ...(url === undefined ? {} : { webhook_url: url }),
    // A cancelled job has no webhook status, because it sends no webhook event.
    webhook_status:
      job.webhook_url === null || job.status === 'cancelled' ? null : (job.delivery_status ?? 'pending'),
    webhook_last_error: job.delivery_last_error,
    webhook_attempts: job.delivery_attempts ?? 0,
    expires_at: timeText(job.expires_at),
    ...(canRunAgain(job) ? { run_again_until: timeText(job.upload_expires_at) } : {}),
  };
}

/**
 * Returns the numbers of all, converted and failed files of a job. Returns an empty object for a job with a single
 * file.
 */
function filesOf({ files_total: total, files_converted: converted, files_failed: failed }: StoredJob) {
  return total === null ? {} : { files: { total, converted, failed } };
}

/** Whether the job can run again: it has ended, and its file and request are kept. */
function canRunAgain(
  job: StoredJob,
): job is StoredJob & { upload_expires_at: number; rerun_request: string } {
  const { finished_at: finished, rerun_request: request, upload_expires_at: upload } = job;
  return finished !== null && request !== null && upload !== null;
}

export type JobResource = ReturnType<typeof resourceOf>;
