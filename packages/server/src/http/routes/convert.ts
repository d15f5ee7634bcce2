/** POST /api/convert (contract §3.1): a file in, the converted file out, with a key or without. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import type { Converter } from '../../convert/converter.ts';
import type { Workspace } from '../../convert/workspace.ts';
import { ServiceError } from '../../errors.ts';
import type { Quota } from '../../limits/quota.ts';
import type { FolderStore } from '../../storage/folder.ts';
import type { AdmissionControl } from '../admission.ts';
import { callerBehind } from '../caller.ts';
import { untilClientLeaves } from '../client.ts';
import { isLarge } from '../form.ts';
import { fileContent, uploadBody } from '../conversion-schemas.ts';
import type { MinimumThroughput } from '../minimum-throughput.ts';
import { conversionHeaders } from '../openapi/headers.ts';
import { openResult, sendAnswer, type Answer } from '../result.ts';
import { largestUpload, receiveUpload } from '../upload.ts';

export interface ConvertServices {
  converter: Converter;
  workspace: Workspace;
  quota: Quota;
  store: FolderStore;
  admission: AdmissionControl;
  minimumThroughput: MinimumThroughput;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
  /** Of callers without a key. */
  plan: AccountPlan;
}

const schema = {
  operationId: 'convertAnonymously',
  summary: 'Converts a file, with a key or without.',
  body: uploadBody,
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
    const signal = AbortSignal.any([untilClientLeaves(reply.raw), services.ending]);
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
  { converter, workspace, quota, admission, minimumThroughput, plan: anonymous }: ConvertServices,
): Promise<Answer> {
  const { account, raw } = request;
  const { maxOpenFileBytes: maxFileBytes } = account?.plan ?? anonymous;
  const caller = callerBehind(request);
  // What there is no capacity for is refused before a byte of the file is read.
  converter.checkQueue(caller);
  if (account && isLarge(raw)) await quota.check(account);
  using ticket = await admission.admit(caller, largestUpload(raw, maxFileBytes));
  await using folder = await workspace.openConversion();

  const form = await receiveUpload(raw, folder.upload, { maxFileBytes, minimumThroughput, signal });
  ticket.received(form.size);
  const plan = await converter.plan(form, form.file);
  await using reservation = account && (await quota.reserve(account));
  const conversion = await converter.convert(plan, {
    dir: folder.path,
    signal,
    caller,
    account: account?.id,
  });
  signal.throwIfAborted();

  await using result = await openResult(conversion, 'application/octet-stream');
  await reservation?.commit();
  return result.take();
}

/** Here, and only here, an unsupported pair is 400 (contract §11.2). */
function anonymousStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unsupported_route') return error;
  const { message, details = {}, cause } = error;
  return new ServiceError('unsupported_route', message, { status: 400, details, cause });
}
