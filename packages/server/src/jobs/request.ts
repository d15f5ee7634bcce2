/** What its owner asked of a job, encrypted in its row: passwords until it has finished, and the `webhook_url`. */
import type { FilesRequest } from '../convert/batch/prepare-conversion.ts';
import { decryptColumn, encryptColumn } from '../db/encrypted-column.ts';
import type { Encryption } from '../kit/encryption.ts';

export interface JobRequest extends FilesRequest {
  /** Where to fetch the file from, when it was not sent. */
  sourceUrl?: string | undefined;
  /** The most bytes that may be fetched from there; undefined for jobs submitted before plans had such a limit. */
  maxFileBytes?: number | undefined;
}

export function encryptRequest(encryption: Encryption, jobId: string, request: JobRequest): string {
  return encryption.encrypt(JSON.stringify(request), jobId);
}

/** Throws when it was encrypted with another key. */
export function decryptRequest(encryption: Encryption, jobId: string, encrypted: string | null): JobRequest {
  if (encrypted === null) throw new Error(`the request of job ${jobId} is gone`);
  return JSON.parse(encryption.decrypt(encrypted, jobId)) as JobRequest;
}

/** Options that a job does not keep once it has finished. */
const secretOptions = ['password', 'new_password'];

/** What a job that runs again is asked for; null where it would need a password. */
export function encryptRerun(encryption: Encryption, jobId: string, request: JobRequest): string | null {
  const isSecret = secretOptions.some((name) => name in request.options);
  return isSecret ? null : encryptColumn(encryption, JSON.stringify(request), `${jobId} rerun`);
}

/** Undefined when it was encrypted with another key. */
export function decryptRerun(encryption: Encryption, jobId: string, stored: string): JobRequest | undefined {
  try {
    return JSON.parse(decryptColumn(encryption, stored, `${jobId} rerun`)) as JobRequest;
  } catch {
    return undefined;
  }
}

/** Whoever knows the address may be able to post to it, so that it is a secret of the account. */
export function encryptWebhookUrl(encryption: Encryption, jobId: string, url: string): string {
  return encryptColumn(encryption, url, `${jobId} webhook_url`);
}

/** Undefined when the job has none, or it was encrypted with another key. */
export function decryptWebhookUrl(
  encryption: Encryption,
  jobId: string,
  stored: string | null,
): string | undefined {
  if (stored === null) return undefined;
  try {
    return decryptColumn(encryption, stored, `${jobId} webhook_url`);
  } catch {
    return undefined;
  }
}
