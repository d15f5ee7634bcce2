/** /v1/jobs (contract §6): submits, lists, returns, awaits and cancels jobs. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxFiles } from '../../convert/batch/batch.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobResource } from '../../jobs/record.ts';
import type { Idempotency } from '../../limits/idempotency.ts';
import type { Quota } from '../../limits/quota.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { untilClientLeaves } from '../../http/connections/client.ts';
import { isLarge } from '../conversion/form.ts';
import { bodyOf, jobForm } from '../conversion/conversion-schemas.ts';
import { idempotencyHeaders } from '../../http/openapi/headers.ts';
import { fingerprintOf } from '../conversion/fingerprint.ts';
import { acceptedJobResponse, acceptedSchema, jobsPath, submissionOf } from './job-submission.ts';
import { cursorOf, jobPage, jobParams, jobSchema, listQuery, requireJob, waitQuery } from './job-schemas.ts';
import { runOnce, scopeOf, type IdempotencyRecord } from '../conversion/idempotency.ts';
import type { MinimumThroughput } from '../../http/connections/minimum-throughput.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import { sendResponse, type HttpResponse } from '../conversion/result-response.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { largestSent, receiveForm, type UploadedFiles } from '../conversion/conversion-source.ts';
import { untilAbandoned } from '../../http/running-requests.ts';
import type { Watching } from '../../http/guards/watching.ts';
import { jobEventRoutes } from './job-events.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface JobRouteServices {
  jobs: Jobs;
  watching: Watching;
  quota: Quota;
  idempotency: Idempotency;
  workspace: Workspace;
  admission: AdmissionControl;
  uploads: UploadedFiles;
  outbound: GuardedFetch;
  store: ObjectStore;
  minimumThroughput: MinimumThroughput;
  /**
   * Signal that aborts when the server begins to drain. At this signal, clients that wait for a job get the current
   * state of the job.
   */
  draining: AbortSignal;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
  address: OwnAddress;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

const endpoint = jobsPath;
const config = { counted: true, key: 'required', session: true } as const;
const reading = { ...config, counted: 'reading by a session' } as const;

export const jobRoutes: PluginWithSchemas<JobRouteServices> = (server, services, done) => {
  const { jobs, watching, draining } = services;
  addSubmission(server, services);

  const listed = {
    operationId: 'listJobs',
    summary: 'Lists the jobs of the account, newest first.',
    querystring: listQuery,
    response: { 200: jobPage },
  };
  server.get(endpoint, { config: reading, schema: listed }, async (request) => {
    const { limit, cursor: after, status } = request.query;
    const { jobs: page, next } = await jobs.list(accountOf(request).id, { limit, after, status });
    // The list omits reports, because a report on many files is long. The response for a single job contains its
    // report.
    const listed = page.map((job) => ({ ...job, report: undefined }));
    return { jobs: listed, next_cursor: next ? cursorOf(next) : null };
  });

  const shown = {
    operationId: 'getJob',
    summary: 'Returns a job, either immediately or when it has ended.',
    params: jobParams,
    querystring: waitQuery,
    response: { 200: jobSchema },
  };
  server.get(`${endpoint}/:id`, { config: reading, schema: shown }, async (request, reply) => {
    const { params, query } = request;
    const account = accountOf(request);
    if (query.wait === 0) return requireJob(await jobs.find(account.id, params.id));
    const end = watching.begin(account.id);
    try {
      const late = AbortSignal.timeout(query.wait * 1000);
      const until = AbortSignal.any([untilClientLeaves(reply.raw), draining, late]);
      let last: JobResource | undefined;
      for await (const record of jobs.follow(account.id, params.id, until)) last = record;
      return requireJob(last);
    } finally {
      end();
    }
  });

  const cancelled = {
    operationId: 'cancelJob',
    summary: 'Cancels a job if it has not ended, and deletes its files.',
    params: jobParams,
    response: { 200: jobSchema },
  };
  server.delete(`${endpoint}/:id`, { config, schema: cancelled }, async (request) =>
    requireJob(await jobs.cancel(accountOf(request).id, request.params.id)),
  );

  void server.register(jobEventRoutes, { jobs, watching, draining });
  done();
};

const submitted = {
  operationId: 'createJob',
  summary: 'Submits a conversion to run in the background.',
  requestHeaders: idempotencyHeaders,
  body: bodyOf(jobForm),
  response: acceptedSchema,
};

function addSubmission(server: FastifyInstance, services: JobRouteServices): void {
  const submission = { config: { ...config, converts: true }, schema: submitted };
  server.post(endpoint, submission, async (request, reply) => {
    const signal = untilAbandoned(request, reply, services.ending);
    const response = await runOnce(scopeOf(request, endpoint), services.idempotency, (record) =>
      submit(request, record, signal, services),
    );
    return sendResponse(reply, response, services.store);
  });
}

async function submit(
  request: FastifyRequest,
  record: IdempotencyRecord,
  signal: AbortSignal,
  {
    jobs,
    quota,
    workspace,
    admission,
    uploads,
    outbound,
    minimumThroughput,
    jobFileBytes,
    address,
  }: JobRouteServices,
): Promise<HttpResponse> {
  const account = accountOf(request);
  const maxFileBytes = Math.min(account.plan.maxJobFileBytes, jobFileBytes);
  // Rejects a large request if the quota is used up, before any byte of its file is read.
  if (!record.isCompleted && isLarge(request.raw)) await quota.check(account);
  using ticket = admission.admit(callerBehind(request), largestSent(request, maxFileBytes));
  await using folder = workspace.openConversion();

  const limits = { maxFileBytes, maxFiles, minimumThroughput, signal };
  const form = await receiveForm(request, folder.upload, limits, uploads, jobForm, outbound);
  ticket.received(form.size);
  const replay = await record.replay(() => fingerprintOf(endpoint, form));
  if (replay) return replay;

  const id = await jobs.submit({ ...submissionOf(form, account), maxFileBytes }, (jobId, db) =>
    record.store(acceptedJobResponse(jobId, address.baseUrl), db),
  );
  return acceptedJobResponse(id, address.baseUrl);
}
