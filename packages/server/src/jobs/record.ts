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
  /** Expiry of the job's upload, while it is kept. */
  upload_expires_at: number | null;
};

/** Returns the job as its owner sees it. `linkSeconds` is the lifetime of the link to the result, while the job exists. */
export function recordOf(
  view: StoredJob,
  links: Links,
  encryption: Encryption,
  linkSeconds = longestLinkSeconds,
) {
  const { result, result_object: object, error, started_at: started, finished_at: finished } = view;
  const url = decryptWebhookUrl(encryption, view.id, view.webhook_url);
  const stored = result === null ? undefined : (JSON.parse(result) as StoredResult);
  const failure = error === null ? undefined : (JSON.parse(error) as ErrorEnvelope['error']);
  const tried = stored?.tried ?? (failure?.details?.['tried'] as Attempt[] | undefined);
  return {
    job_id: view.id,
    status: view.status,
    created_at: timeText(view.created_at),
    updated_at: timeText(view.updated_at),
    ...(started === null ? {} : { started_at: timeText(started) }),
    ...(finished === null ? {} : { finished_at: timeText(finished) }),
    source_format: view.source_format,
    target_format: view.target_format,
    progress: view.progress,
    ...filesOf(view),
    ...(stored && object !== null
      ? { result: resultObject(stored, links.to(object, stored.fileName, linkSeconds, view.expires_at)) }
      : {}),
    ...(failure ? { error: failure } : {}),
    ...(tried ? { tried } : {}),
    ...(view.report === null ? {} : { report: JSON.parse(view.report) as ConversionReport }),
    ...(url === undefined ? {} : { webhook_url: url }),
    // A cancelled job sends no event.
    webhook_status:
      view.webhook_url === null || view.status === 'cancelled' ? null : (view.delivery_status ?? 'pending'),
    webhook_last_error: view.delivery_last_error,
    webhook_attempts: view.delivery_attempts ?? 0,
    expires_at: timeText(view.expires_at),
    ...(canRunAgain(view) ? { run_again_until: timeText(view.upload_expires_at) } : {}),
  };
}

/** Returns the number of files of a job, and how many of them have ended. */
function filesOf({ files_total: total, files_converted: converted, files_failed: failed }: StoredJob) {
  return total === null ? {} : { files: { total, converted, failed } };
}

/** Whether the job has ended and its file and request are kept. */
function canRunAgain(
  view: StoredJob,
): view is StoredJob & { upload_expires_at: number; rerun_request: string } {
  const { finished_at: finished, rerun_request: request, upload_expires_at: upload } = view;
  return finished !== null && request !== null && upload !== null;
}

export type JobResource = ReturnType<typeof recordOf>;
