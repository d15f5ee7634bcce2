/** The schemas of jobs: their id in a path, the query parameters of their routes, and a job as its owner sees it. */
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { errorSchema } from './openapi/errors.ts';
import { jobStatuses, type JobPosition } from '../jobs/lookup.ts';

const maxJobs = 100;
const maxWaitSeconds = 60;

const noSuchJobMessage = 'There is no such job, or its time is over. GET /v1/jobs lists yours.';

export const jobParams = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f-]{36}$/i, noSuchJobMessage)
    .toLowerCase(),
});

/** Throws `not_found` where there is no job. */
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

/** The `next_cursor` of a page, which {@link listQuery} reads. */
export function cursorOf({ createdAt, id }: JobPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

export const listQuery = z.object({
  limit: wholeNumber(1, maxJobs).default(20),
  cursor: cursor.optional(),
  status: z.enum(jobStatuses, `one of ${jobStatuses.join(', ')}`).optional(),
});

export const waitQuery = z.object({
  wait: wholeNumber(0, maxWaitSeconds)
    .default(0)
    .meta({ description: 'Holds the answer back until the job has ended, at most so many seconds.' }),
});

/** Of digits only: what else JavaScript takes for a number is refused. */
function wholeNumber(minimum: number, maximum: number) {
  const valid = `a whole number from ${minimum} to ${maximum}`;
  const fromText = (text: unknown) =>
    typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  return z.preprocess(fromText, z.int(valid).min(minimum, valid).max(maximum, valid));
}

const time = z.iso.datetime();

/** What became of a conversion (contract §3.7). */
export const resultSchema = z
  .strictObject({
    file_url: z.url().meta({ description: 'Opens the file for 24 hours.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    duration_ms: z.int(),
    source_format: z.string(),
    target_format: z.string(),
  })
  .meta({ id: 'Result' });

export const acceptedJob = z
  .strictObject({ job_id: z.uuid(), status: z.literal('queued'), status_url: z.url() })
  .meta({ id: 'AcceptedJob' });

export const jobSchema = z
  .strictObject({
    job_id: z.uuid(),
    status: z.enum(jobStatuses),
    created_at: time,
    updated_at: time,
    started_at: time.optional(),
    finished_at: time.optional(),
    source_format: z.string().nullable(),
    target_format: z.string(),
    progress: z.int().min(0).max(100),
    result: resultSchema.optional(),
    error: errorSchema.shape.error.optional(),
    webhook_url: z.string().optional(),
    webhook_status: z.enum(['pending', 'retrying', 'delivered', 'failed']).nullable(),
    webhook_last_error: z.string().nullable(),
    webhook_attempts: z.int(),
    expires_at: time,
  })
  .meta({ id: 'Job' });

export const jobPage = z
  .strictObject({ jobs: z.array(jobSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'JobPage' });
