/** Returns the name and description of a job as text. */
import type { Job, JobResult, JobStatus } from '@protean/client/responses.ts';
import { rowOf } from '../../convert/app/failure.ts';
import type { Messages as ConvertMessages } from '../../convert/messages.ts';
import { textIn } from '../app/api.ts';
import type { LiveState } from './live-jobs.ts';
import type { Messages } from '../messages.ts';

export const statusIcons: Readonly<Record<JobStatus, string>> = {
  queued: 'clock',
  processing: 'refresh',
  completed: 'check',
  failed: 'alert',
  cancelled: 'close',
};

/** Returns the file name if known, otherwise the formats. */
export function jobName(job: Job, messages: Messages): string {
  const path = job.result && new URL(job.result.file_url).pathname.split('/').at(-1);
  return path ? decodeURIComponent(path) : formatsOf(job, messages);
}

/** Returns the link to the file as a path, so that it refers to the origin of this page. */
export function fileLink({ file_url: link }: JobResult): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

export function formatsOf({ source_format: source, target_format: target }: Job, messages: Messages): string {
  return messages.say('job_formats', {
    source: source?.toUpperCase() ?? messages.say('unknown_format'),
    target: target.toUpperCase(),
  });
}

export function stateText(job: Job, { status, progress }: LiveState, messages: Messages): string {
  const { result } = job;
  if (status === 'queued') return messages.say('job_waiting');
  if (status === 'processing')
    return messages.say('job_running', { percent: messages.percent(progress / 100) });
  if (status === 'cancelled') return messages.say('job_cancelled');
  if (status === 'failed') return messages.say('status_failed');
  if (!result) return messages.say(job.status === 'completed' ? 'job_gone' : 'status_completed');
  const { size, duration_ms: ms } = result;
  return messages.say('job_done', { size: messages.size(size), time: messages.duration(ms) });
}

/** Returns the reason for the failure, worded as on the convert page. */
export function failureText(
  { error, source_format: source, target_format: target }: Job,
  messages: ConvertMessages,
) {
  const { code = '', details = {} } = error ?? {};
  const [message] = rowOf({ code, reason: textIn(details, 'reason'), details });
  const from = source?.toUpperCase() ?? '';
  return messages.say(message, {
    format: from,
    source: from,
    target: target.toUpperCase(),
    size: '',
    limit: '',
  });
}
