/** What a job is to do, encrypted in its row until it has ended: it may hold a password. */
import type { ConversionRequest } from '../convert/plan.ts';
import type { Encryption } from '../kit/encryption.ts';

export interface JobRequest extends ConversionRequest {
  /** Where to fetch the file from, when it was not sent. */
  sourceUrl?: string | undefined;
}

export function encryptRequest(encryption: Encryption, jobId: string, request: JobRequest): string {
  return encryption.encrypt(JSON.stringify(request), jobId);
}

/** Throws when it was encrypted with another key. */
export function decryptRequest(encryption: Encryption, jobId: string, sealed: string | null): JobRequest {
  if (sealed === null) throw new Error(`the request of job ${jobId} is gone`);
  return JSON.parse(encryption.decrypt(sealed, jobId)) as JobRequest;
}
