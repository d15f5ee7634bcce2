/** What a job is asked to do, kept sealed in its row until it has ended: there may be a password in it. */
import type { Asked } from '../convert/plan.ts';
import type { Seal } from '../kit/seal.ts';

export interface JobRequest extends Asked {
  /** Where the file is to be fetched from, when it was not sent. */
  sourceUrl?: string;
}

export function sealRequest(seal: Seal, jobId: string, request: JobRequest): string {
  return seal.close(JSON.stringify(request), jobId);
}

/** Throws when it was sealed with another key. */
export function openRequest(seal: Seal, jobId: string, sealed: string | null): JobRequest {
  if (sealed === null) throw new Error(`the request of job ${jobId} is gone`);
  return JSON.parse(seal.open(sealed, jobId)) as JobRequest;
}
