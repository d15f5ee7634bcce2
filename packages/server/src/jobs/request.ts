/** What a job is asked to do, kept sealed in its row until it has ended: there may be a password in it. */
import type { ConversionTerms } from '../convert/plan.ts';
import type { Encryption } from '../kit/encryption.ts';

export interface JobRequest extends ConversionTerms {
  /** Where the file is to be fetched from, when it was not sent. */
  sourceUrl?: string;
}

export function encryptRequest(encryption: Encryption, jobId: string, request: JobRequest): string {
  return encryption.encrypt(JSON.stringify(request), jobId);
}

/** Throws when it was sealed with another key. */
export function decryptRequest(encryption: Encryption, jobId: string, sealed: string | null): JobRequest {
  if (sealed === null) throw new Error(`the request of job ${jobId} is gone`);
  return JSON.parse(encryption.decrypt(sealed, jobId)) as JobRequest;
}
