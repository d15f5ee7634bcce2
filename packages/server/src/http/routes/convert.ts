/** POST /api/convert (contract §3.1): a file in, the converted file out, with a key or without. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import { convertCharged } from '../../charged-conversion.ts';
import { maxFiles } from '../../convert/batch.ts';
import type { Converter } from '../../convert/converter.ts';
import type { Workspace } from '../../convert/workspace.ts';
import { ServiceError } from '../../errors.ts';
import type { Quota } from '../../limits/quota.ts';
import type { FolderStore } from '../../storage/folder.ts';
import type { AdmissionControl } from '../admission.ts';
import { callerBehind } from '../caller.ts';
import { isLarge } from '../form.ts';
import { bodyOf, fileContent, uploadForm } from '../conversion-schemas.ts';
import type { MinimumThroughput } from '../minimum-throughput.ts';
import { untilAbandoned } from '../running-requests.ts';
import { conversionHeaders } from '../openapi/headers.ts';
import { openResult, sendAnswer, type Answer } from '../result.ts';
import { largestSent, receiveForm, type UploadedFiles } from '../conversion-source.ts';

export interface ConvertServices {
  converter: Converter;
  workspace: Workspace;
  quota: Quota;
  store: FolderStore;
  admission: AdmissionControl;
  uploads: UploadedFiles;
  minimumThroughput: MinimumThroughput;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
  /** Of callers without a key. */
  plan: AccountPlan;
}

const schema = {
  operationId: 'convertAnonymously',
  summary: 'Converts a file, with a key or without.',
  body: bodyOf(uploadForm),
  response: {
    200: {
      description: 'The converted file.',
      headers: conversionHeaders,
      content: { 'application/octet-stream': fileContent },
    },
  },
};

export const convertRoutes: FastifyPluginCallback<ConvertServices> = (server, services, done) => {
  const config = { counted: true, key: 'optional' } as const;
  server.post('/api/convert', { config, schema }, async (request, reply) => {
    const signal = AbortSignal.any([untilAbandoned(request, reply), services.ending]);
    const answer = await convert(request, signal, services).catch((error: unknown) => {
      throw anonymousStatus(error);
    });
    return sendAnswer(reply, answer, services.store);
  });
  done();
};

async function convert(
  request: FastifyRequest,
  signal: AbortSignal,
  { converter, workspace, quota, admission, uploads, minimumThroughput, plan: anonymous }: ConvertServices,
): Promise<Answer> {
  const { account, raw } = request;
  const { maxOpenFileBytes: maxFileBytes } = account?.plan ?? anonymous;
  const caller = callerBehind(request);
  // What there is no capacity for is refused before a byte of the file is read.
  converter.checkQueue(caller);
  if (account && isLarge(raw)) await quota.check(account);
  using ticket = await admission.admit(caller, largestSent(request, maxFileBytes));
  await using folder = await workspace.openConversion();

  const limits = { maxFileBytes, maxFiles, minimumThroughput, signal };
  const form = await receiveForm(request, folder.upload, limits, uploads, uploadForm);
  ticket.received(form.size);
  return await convertCharged(
    { converter, quota },
    {
      request: form,
      file: form.file,
      account,
      terms: { dir: folder.path, signal, caller },
      deliver: (conversion) => openResult(conversion, 'application/octet-stream'),
    },
  );
}

/** Here, and only here, an unsupported pair is 400 (contract §11.2). */
function anonymousStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unsupported_route') return error;
  const { message, details = {}, cause } = error;
  return new ServiceError('unsupported_route', message, { status: 400, details, cause });
}
