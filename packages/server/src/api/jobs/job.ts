/** A job as agents see it, and the errors and arguments that the job tools share (contract §13.7). */
import { z } from 'zod';
import { toolReport, toolWarnings } from '../conversion/report.ts';
import { formatOfFileName } from '@protean/formats';
import { ServiceError } from '../../errors.ts';
import { jobStatuses } from '../../jobs/lookup.ts';
import type { JobResource } from '../../jobs/record.ts';
import type { ToolAnswer } from '../../mcp/tool.ts';

export const jobInput = z.strictObject({
  job_id: z.string('a text').describe('From convert_file.'),
});

export const jobOutput = z.object({
  job_id: z.string(),
  status: z.enum(jobStatuses),
  progress: z.int().describe('Percent.'),
  source_format: z.string().nullable(),
  target_format: z.string(),
  file_url: z.url().optional(),
  size: z.int().optional().describe('In bytes.'),
  duration_ms: z.int().optional(),
  warnings: toolWarnings,
  report: toolReport,
  error: z.record(z.string(), z.unknown()).optional().describe('code, message, details'),
  next: z.string().optional().describe('What to do next.'),
});

const pattern = /^[0-9a-f-]{36}$/i;

/** Returns the id in lower case, as in the database. Throws `not_found` for an invalid id. */
export function jobIdOf({ job_id: id }: z.output<typeof jobInput>): string {
  if (!pattern.test(id)) throw noSuchJob();
  return id.toLowerCase();
}

/** Returns the job as a tool's result. Throws `not_found` if the job is undefined. */
export function jobAnswer(
  job: JobResource | undefined,
  isReported = false,
): ToolAnswer<z.output<typeof jobOutput>> {
  if (!job) throw noSuchJob();
  const { job_id, status, progress, source_format, target_format, result, error } = job;
  const structured = { job_id, status, progress, source_format, target_format };
  if (!result) {
    const waits = status === 'queued' || status === 'processing';
    return {
      structured: {
        ...structured,
        ...(error ? { error: { ...error, details: { ...error.details } } } : {}),
        ...(waits ? { next: 'The job is not finished. Call check_job again.' } : {}),
      },
    };
  }
  const { file_url: url, size } = result;
  const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  return {
    structured: {
      ...structured,
      ...result,
      ...(isReported && job.report ? { report: { ...job.report } } : {}),
    },
    file: { url, name, mime: formatOfFileName(name)?.mime ?? 'application/octet-stream', size },
  };
}

function noSuchJob(): ServiceError {
  return new ServiceError(
    'not_found',
    'Job not found in your account, or expired. Pass the job_id that convert_file returned.',
    { details: { field: 'job_id' } },
  );
}
