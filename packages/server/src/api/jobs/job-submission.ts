/** Submission of a job (contract §6.1): the form or JSON of a conversion with `webhook_url`, and the response. */
import type { Submission } from '../../jobs/submit.ts';
import { checkTarget } from '../../convert/request/route-plan.ts';
import type { ConversionForm } from '../conversion/form.ts';
import { acceptedJob } from './job-schemas.ts';
import { locationHeader } from '../../http/openapi/headers.ts';
import type { StoredResponse } from '../../limits/idempotency.ts';

export const jobsPath = '/v1/jobs';

/** Schema of the response to a submitted job. */
export const acceptedSchema = {
  202: {
    description: 'The job is queued.',
    headers: { Location: locationHeader },
    content: { 'application/json': { schema: acceptedJob } },
  },
};

export function acceptedJobResponse(id: string, baseUrl: string): StoredResponse {
  const statusUrl = `${baseUrl}${jobsPath}/${id}`;
  return {
    status: 202,
    headers: { 'Content-Type': 'application/json; charset=utf-8', Location: statusUrl },
    body: JSON.stringify({ job_id: id, status: 'queued', status_url: statusUrl }),
  };
}

export function submissionOf(form: ConversionForm, account: Submission['account']): Submission {
  const { target, source, options, fileName, file, fileId, sourceUrl, webhookUrl, parts } = form;
  checkTarget(form);
  const sent =
    sourceUrl === undefined ? { file, fileId, fileName, parts } : { sourceUrl, fileName: nameIn(sourceUrl) };
  return { ...sent, account, target, source, options, webhookUrl };
}

/** Returns the last path segment of a URL. The extension of the last path segment may show the format of the file. */
function nameIn(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
}
