/** POST /v1/jobs/{id}/rerun (contract §6.10): converts the file of a job again while its upload exists. */
import { z } from 'zod';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import type { UploadedFiles } from '../conversion/conversion-source.ts';
import { jobParams, requireRerun } from './job-schemas.ts';
import { acceptedJobResponse, acceptedSchema, jobsPath } from './job-submission.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import { sendResponse } from '../conversion/result-response.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface JobRerunServices {
  jobs: Jobs;
  workspace: Workspace;
  uploads: UploadedFiles;
  store: ObjectStore;
  address: OwnAddress;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

const schema = {
  operationId: 'rerunJob',
  summary: 'Runs a job again as a new job, as long as the uploaded file of the job is stored.',
  params: jobParams,
  body: z.strictObject({}, 'a JSON object or empty'),
  response: acceptedSchema,
};

export const jobRerunRoutes: PluginWithSchemas<JobRerunServices> = (server, services, done) => {
  const { jobs, workspace, uploads, store, address, jobFileBytes } = services;
  const config = { counted: true, converts: true, key: 'required', session: true } as const;
  server.post(`${jobsPath}/:id/rerun`, { config, schema }, async (request, reply) => {
    const account = accountOf(request);
    const rerun = requireRerun(await jobs.findRerun(account.id, request.params.id));
    await using folder = workspace.openConversion();
    const file = folder.upload;
    await uploads.fetch(rerun.fileId, callerBehind(request), file);
    const maxFileBytes = Math.min(account.plan.maxJobFileBytes, jobFileBytes);
    const id = await jobs.submit({ ...rerun, account, file, maxFileBytes }, () => Promise.resolve());
    return await sendResponse(reply, acceptedJobResponse(id, address.baseUrl), store);
  });
  done();
};
