/** Schemas of jobs: the id in a path, the query parameters of the endpoints, and a job as its owner sees it. */
import { ways } from '../../convert/result/attempts.ts';
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { errorInfo } from '../../http/openapi/errors.ts';
import { jobStatuses, type JobPosition } from '../../jobs/lookup.ts';
import { reportSchema } from '../conversion/report-schemas.ts';
import { resultSchema } from '../conversion/result-schemas.ts';
import { time } from '../../http/time-schema.ts';
import { wholeNumber } from '../../http/whole-number.ts';

const maxJobs = 100;
const maxWaitSeconds = 60;

const noSuchJobMessage = 'Job not found or expired. GET /v1/jobs lists yours.';

export const deliveryStates = ['pending', 'retrying', 'delivered', 'failed'] as const;

export const jobParams = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f-]{36}$/i, noSuchJobMessage)
    .toLowerCase()
    .meta({ description: 'The `job_id`.' }),
});

const noRerunMessage =
  'This job cannot run again: its file was not uploaded beforehand, has been deleted, or needs a password. Submit it again with POST /v1/jobs.';

/** Throws `not_found` if the job cannot run again. */
export function requireRerun<T>(rerun: T | undefined): T {
  if (rerun === undefined)
    throw new ServiceError('not_found', noRerunMessage, { details: { reason: 'file_not_kept' } });
  return rerun;
}

/** Throws `not_found` if the job does not exist. */
export function requireJob<T>(job: T | undefined): T {
  if (job === undefined) throw new ServiceError('not_found', noSuchJobMessage);
  return job;
}

const cursor = z.string('a next_cursor of this list').transform((text, issues): JobPosition => {
  const position = Buffer.from(text, 'base64url').toString();
  const [, createdAt, id] = /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(position) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  issues.addIssue('a next_cursor of this list');
  return z.NEVER;
});

/** Returns the `next_cursor` of a page of jobs, which {@link listQuery} parses. */
export function cursorOf({ createdAt, id }: JobPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

export const listQuery = z.object({
  limit: wholeNumber(1, maxJobs).default(20).meta({ description: 'Maximum number of jobs per page.' }),
  cursor: cursor.optional().meta({ description: 'The `next_cursor` of the previous page.' }),
  status: z
    .enum(jobStatuses, `one of ${jobStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'Only jobs with this status.' }),
});

export const waitQuery = z.object({
  wait: wholeNumber(0, maxWaitSeconds)
    .default(0)
    .meta({ description: 'Delays the response until the job has ended, by at most this many seconds.' }),
});

const jobStatus = z.enum(jobStatuses).meta({ id: 'JobStatus' });

export const acceptedJob = z
  .strictObject({ job_id: z.uuid(), status: z.literal('queued'), status_url: z.url() })
  .meta({ id: 'AcceptedJob', description: 'A submitted job.' });

export const jobSchema = z
  .strictObject({
    job_id: z.uuid(),
    status: jobStatus,
    created_at: time,
    updated_at: time,
    started_at: time.optional(),
    finished_at: time.optional(),
    source_format: z.string().nullable().meta({ description: 'Null until the file has been examined.' }),
    target_format: z.string(),
    progress: z.int().min(0).max(100).meta({ description: 'Progress in percent.' }),
    files: z.strictObject({ total: z.int(), converted: z.int(), failed: z.int() }).optional().meta({
      description:
        'For a job with several files: the numbers of all files, of converted files and of failed files.',
    }),
    result: resultSchema.optional(),
    error: errorInfo.optional(),
    tried: z.array(z.strictObject({ engine: z.string(), way: z.enum(ways), outcome: z.string() })).optional(),
    report: reportSchema.optional(),
    webhook_url: z.string().optional(),
    webhook_status: z.enum(deliveryStates).nullable().meta({ description: 'Null without a `webhook_url`.' }),
    webhook_last_error: z.string().nullable(),
    webhook_attempts: z.int(),
    expires_at: time.meta({ description: 'Time at which the job and its result are deleted.' }),
    run_again_until: time.optional().meta({
      description: 'Time until which `POST /v1/jobs/{id}/rerun` works. Omitted if the job cannot run again.',
    }),
  })
  .meta({ id: 'Job', description: 'A conversion in the background. Times are ISO 8601 in UTC.' });

export const jobPage = z
  .strictObject({ jobs: z.array(jobSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'JobPage', description: 'Jobs, newest first; `next_cursor` is null on the last page.' });
