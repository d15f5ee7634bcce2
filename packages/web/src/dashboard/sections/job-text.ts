/** What a job is called, and what is said of it, in plain words. */
import type { Job, JobResult, JobStatus } from '@protean/client/responses.ts';
import { rowOf } from '../../convert/app/failure.ts';
import type { Words as ConvertWords } from '../../convert/words.ts';
import { textIn } from '../app/api.ts';
import type { LiveState } from './live-jobs.ts';
import type { Words } from '../words.ts';

export const statusIcons: Readonly<Record<JobStatus, string>> = {
  queued: 'clock',
  processing: 'refresh',
  completed: 'check',
  failed: 'alert',
  cancelled: 'close',
};

/** The file where there is one, else the formats. */
export function jobName(job: Job, words: Words): string {
  const path = job.result && new URL(job.result.file_url).pathname.split('/').at(-1);
  return path ? decodeURIComponent(path) : formatsOf(job, words);
}

/** The link to its file at the address that the page itself was reached by. */
export function fileLink({ file_url: link }: JobResult): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

export function formatsOf({ source_format: source, target_format: target }: Job, words: Words): string {
  return words.say('job_formats', {
    source: source?.toUpperCase() ?? words.say('unknown_format'),
    target: target.toUpperCase(),
  });
}

export function stateText(job: Job, { status, progress }: LiveState, words: Words): string {
  const { result } = job;
  if (status === 'queued') return words.say('job_waiting');
  if (status === 'processing') return words.say('job_running', { percent: words.percent(progress / 100) });
  if (status === 'cancelled') return words.say('job_cancelled');
  if (status === 'failed') return words.say('status_failed');
  if (!result) return words.say(job.status === 'completed' ? 'job_gone' : 'status_completed');
  const { size, duration_ms: ms } = result;
  return words.say('job_done', { size: words.size(size), time: words.duration(ms) });
}

/** Why it failed, as the convert page says it. */
export function failureText(
  { error, source_format: source, target_format: target }: Job,
  words: ConvertWords,
) {
  const { code = '', details = {} } = error ?? {};
  const [message] = rowOf({ code, reason: textIn(details, 'reason'), details });
  const from = source?.toUpperCase() ?? '';
  return words.say(message, {
    format: from,
    source: from,
    target: target.toUpperCase(),
    size: '',
    limit: '',
  });
}
