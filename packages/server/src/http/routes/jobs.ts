/** /v1/jobs (contract §6): jobs submitted, listed, looked at, waited for, cancelled. */
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobView } from '../../jobs/record.ts';
import type { Idempotency } from '../../limits/idempotency.ts';
import type { Quota } from '../../limits/quota.ts';
import type { FolderStore } from '../../storage/folder.ts';
import { accountOf } from '../authentication.ts';
import { callerBehind } from '../caller.ts';
import { untilClientLeaves } from '../client.ts';
import { isLarge, withForm, type ConversionForm, type FormServices } from '../form.ts';
import { found, jobIdIn, type ById } from '../job-id.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { submissionOf } from '../job-submission.ts';
import { cursorOf, readListQuery, readWait } from '../job-queries.ts';
import { withIdempotency, scopeOf } from '../idempotency.ts';
import { sendOutcome, type ResultAnswer } from '../result.ts';
import { largestSource, receiveForm, type SourceServices } from '../source-url.ts';
import type { Watching } from '../watching.ts';
import { addJobEventsRoute } from './job-events.ts';

export interface JobRouteServices
  extends
    Pick<FormServices, 'workspace' | 'admission'>,
    Pick<SourceServices, 'minimumThroughput' | 'ending'> {
  jobs: Jobs;
  quota: Quota;
  idempotency: Idempotency;
  store: FolderStore;
  watching: Watching;
  /** Largest file of a job, in bytes. */
  jobFileBytes: number;
  /** Where clients reach the service, without a slash at the end. */
  baseUrl: () => string;
}

const endpoint = '/v1/jobs';
const config = { counted: true, key: 'required', session: true } as const;

export function addJobRoutes(server: FastifyInstance, parts: JobRouteServices): void {
  const { jobs, watching } = parts;
  /** Aborts as soon as the server begins to end: nobody is kept waiting by it. */
  const closing = new AbortController();
  server.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  addSubmission(server, parts);

  server.get(endpoint, { config }, async (request) => {
    const query = readListQuery(request.query as Readonly<Record<string, unknown>>);
    const { jobs: page, next } = await jobs.list(accountOf(request).id, query);
    return { jobs: page, next_cursor: next ? cursorOf(next) : null };
  });

  server.get<ById>(`${endpoint}/:id`, { config }, async (request, reply) => {
    const seconds = readWait(request.query as Readonly<Record<string, unknown>>);
    const known = { account: accountOf(request).id, id: jobIdIn(request) };
    void reply.header('Cache-Control', 'no-store');
    if (seconds === 0) return found(await jobs.find(known.account, known.id));
    const end = watching.begin(known.account);
    try {
      const late = AbortSignal.timeout(seconds * 1000);
      const until = AbortSignal.any([untilClientLeaves(reply.raw), closing.signal, late]);
      let last: JobView | undefined;
      for await (const record of jobs.follow(known.account, known.id, until)) last = record;
      return found(last);
    } finally {
      end();
    }
  });

  server.delete<ById>(`${endpoint}/:id`, { config }, async (request) =>
    found(await jobs.cancel(accountOf(request).id, jobIdIn(request))),
  );

  addJobEventsRoute(server, `${endpoint}/:id/events`, { jobs, watching, closing: closing.signal });
}

function addSubmission(server: FastifyInstance, parts: JobRouteServices): void {
  const { jobs, quota, idempotency, store, workspace, admission, jobFileBytes, baseUrl } = parts;
  server.post(endpoint, { config }, async (request, reply) => {
    const account = accountOf(request);
    const caller = callerBehind(request);
    const place = scopeOf(request, endpoint);
    const outcome = await withIdempotency(place, idempotency, async ({ answered, replay, keepAnswer }) => {
      // What there is no place for is refused before its file is read.
      if (!answered && isLarge(request.raw)) await quota.check(account);
      const take = async (form: ConversionForm): Promise<ResultAnswer> => {
        const answer = await replay(() => fingerprintOf(endpoint, form));
        if (answer) return { answer };
        const submission = submissionOf(form, account);
        const id = await jobs.submit(submission, (jobId, db) => keepAnswer(accepted(jobId, baseUrl()), db));
        return { answer: accepted(id, baseUrl()) };
      };
      const receive = (file: string) => receiveForm(request, file, jobFileBytes, parts);
      const bytes = largestSource(request, jobFileBytes);
      return withForm({ workspace, admission, caller, bytes }, receive, take);
    });
    return sendOutcome(reply, outcome, store);
  });
}

function accepted(id: string, baseUrl: string): ResultAnswer['answer'] {
  const statusUrl = `${baseUrl}${endpoint}/${id}`;
  return {
    status: 202,
    headers: { 'Content-Type': 'application/json; charset=utf-8', Location: statusUrl },
    body: JSON.stringify({ job_id: id, status: 'queued', status_url: statusUrl }),
  };
}
