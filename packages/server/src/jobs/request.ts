/**
 * Encrypts the request and the webhook URL of a job for the job's row. The request may contain passwords, so
 * the row contains it only until the job has ended.
 */
import type { FilesRequest } from '../convert/batch/prepare-conversion.ts';
import { hasOptionFiles, hasSecrets } from '../convert/result/report.ts';
import { decryptColumn, encryptColumn } from '../db/encrypted-column.ts';
import type { Encryption } from '../kit/encryption.ts';

export interface JobRequest extends FilesRequest {
  /** URL of the file. The URL is undefined if the file was sent with the request. */
  sourceUrl?: string | undefined;
  /**
   * Limit for the fetched file, in bytes. Undefined for jobs that were submitted before plans limited fetched files.
   */
  maxFileBytes?: number | undefined;
}

export function encryptRequest(encryption: Encryption, jobId: string, request: JobRequest): string {
  return encryption.encrypt(JSON.stringify(request), jobId);
}

/** Decrypts the request. Throws if the request was encrypted with another key. */
export function decryptRequest(encryption: Encryption, jobId: string, encrypted: string | null): JobRequest {
  if (encrypted === null) throw new Error(`the request of job ${jobId} is gone`);
  return JSON.parse(encryption.decrypt(encrypted, jobId)) as JobRequest;
}

/**
 * Encrypts the request for a rerun. Returns null if the request contains a password, or an option with a file as its
 * value. Passwords and files in options are not kept, so a job with a password or an option file cannot run again.
 */
export function encryptRerun(encryption: Encryption, jobId: string, request: JobRequest): string | null {
  if (hasSecrets(request.options) || hasOptionFiles(request.options)) return null;
  return encryptColumn(encryption, JSON.stringify(request), `${jobId} rerun`);
}

/** Decrypts the request of a rerun. Returns undefined if the request was encrypted with another key. */
export function decryptRerun(encryption: Encryption, jobId: string, stored: string): JobRequest | undefined {
  try {
    return JSON.parse(decryptColumn(encryption, stored, `${jobId} rerun`)) as JobRequest;
  } catch {
    return undefined;
  }
}

/**
 * Encrypts the webhook URL. The URL is a secret of the account, because anyone who knows the URL may be able to post to
 * it.
 */
export function encryptWebhookUrl(encryption: Encryption, jobId: string, url: string): string {
  return encryptColumn(encryption, url, `${jobId} webhook_url`);
}

/** Returns the webhook URL, or undefined if the job has no webhook URL or the URL was encrypted with another key. */
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
