/** /v1/jobs (contract §6): jobs submitted, listed, shown, waited for, cancelled. */
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { Workspace } from '../../convert/workspace.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobView } from '../../jobs/record.ts';
import type { Idempotency } from '../../limits/idempotency.ts';
import type { Quota } from '../../limits/quota.ts';
import type { FolderStore } from '../../storage/folder.ts';
import type { AdmissionControl } from '../admission.ts';
import { accountOf } from '../authentication.ts';
import { callerBehind } from '../caller.ts';
import { untilClientLeaves } from '../client.ts';
import { isLarge, withForm, type ConversionForm } from '../form.ts';
import { found, jobIdIn, type ById } from '../job-id.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { submissionOf } from '../job-submission.ts';
import { cursorOf, readListQuery, readWait } from '../job-queries.ts';
import type { MinimumThroughput } from '../minimum-throughput.ts';
import type { OwnAddress } from '../own-address.ts';
import { withIdempotency, scopeOf } from '../idempotency.ts';
import { sendOutcome, type ResultAnswer } from '../result.ts';
import { largestSource, receiveForm } from '../source-url.ts';
import type { Watching } from '../watching.ts';
import { jobEventRoutes } from './job-events.ts';

interface JobRouteServices {
  jobs: Jobs;
  watching: Watching;
  quota: Quota;
  idempotency: Idempotency;
  workspace: Workspace;
  admission: AdmissionControl;
  store: FolderStore;
  minimumThroughput: MinimumThroughput;
  /** Aborts when the server begins to drain: clients that wait get what is known. */
  draining: AbortSignal;
  /** Aborts when what still runs is given up. */
  ending: AbortSignal;
  address: OwnAddress;
  /** Largest file of a job, in bytes. */
  jobFileBytes: number;
}

const endpoint = '/v1/jobs';
const config = { counted: true, key: 'required', session: true } as const;

export const jobRoutes: FastifyPluginCallback<JobRouteServices> = (server, services, done) => {
  const { jobs, watching, draining } = services;
  addSubmission(server, services);

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
      const until = AbortSignal.any([untilClientLeaves(reply.raw), draining, late]);
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

  void server.register(jobEventRoutes, { jobs, watching, draining });
  done();
};

function addSubmission(server: FastifyInstance, services: JobRouteServices): void {
  const { jobs, quota, idempotency, store, workspace, admission, jobFileBytes, address } = services;
  const { minimumThroughput, ending } = services;
  server.post(endpoint, { config }, async (request, reply) => {
    const account = accountOf(request);
    const caller = callerBehind(request);
    const scope = scopeOf(request, endpoint);
    const outcome = await withIdempotency(scope, idempotency, async ({ answered, replay, keepAnswer }) => {
      // Without quota left, a large file is refused before it is read.
      if (!answered && isLarge(request.raw)) await quota.check(account);
      const take = async (form: ConversionForm): Promise<ResultAnswer> => {
        const answer = await replay(() => fingerprintOf(endpoint, form));
        if (answer) return { answer };
        const submission = submissionOf(form, account);
        const id = await jobs.submit(submission, (jobId, db) =>
          keepAnswer(accepted(jobId, address.baseUrl), db),
        );
        return { answer: accepted(id, address.baseUrl) };
      };
      const receive = (file: string) =>
        receiveForm(request, file, jobFileBytes, { minimumThroughput, ending });
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
