/** POST /api/convert (contract §3.1): converts a file for callers with or without a key. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import { convertCharged } from '../../charged-conversion.ts';
import { maxFiles } from '../../convert/batch/batch.ts';
import type { AnyConverter } from '../../convert/run/any-converter.ts';
import { readRequestOption } from '../../convert/request/options.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import { ServiceError } from '../../errors.ts';
import type { Quota } from '../../limits/quota.ts';
import type { ResultObjects } from '../../storage/result-objects.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { Links } from '../../storage/links.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { isLarge } from '../conversion/form.ts';
import { bodyOf, fileContent, jsonBesideFiles, uploadForm } from '../conversion/conversion-schemas.ts';
import { convertedSchema } from '../conversion/result-schemas.ts';
import type { MinimumThroughput } from '../../http/connections/minimum-throughput.ts';
import { untilAbandoned } from '../../http/running-requests.ts';
import { conversionHeaders, optionalHeaders } from '../../http/openapi/headers.ts';
import { openResult, sendResponse, storeResult, type HttpResponse } from '../conversion/result-response.ts';
import { largestSent, receiveForm, type UploadedFiles } from '../conversion/conversion-source.ts';

export interface ConvertServices {
  converter: AnyConverter;
  workspace: Workspace;
  quota: Quota;
  store: ObjectStore;
  links: Links;
  resultObjects: ResultObjects;
  admission: AdmissionControl;
  uploads: UploadedFiles;
  minimumThroughput: MinimumThroughput;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
  /** Plan of callers without a key. */
  plan: AccountPlan;
}

/** Lifetime of the result link in a report, in milliseconds. */
const linkMs = 3_600_000;

const schema = {
  operationId: 'convertAnonymously',
  summary: 'Converts a file, with or without a key.',
  body: bodyOf(uploadForm),
  response: {
    200: {
      description:
        'The converted file. With `report=true` a `ConvertedFile` with a link that is valid for an hour.',
      // The headers of the response are optional, because a response with a link has no file name and no duration.
      headers: optionalHeaders(conversionHeaders),
      content: { 'application/octet-stream': fileContent, [jsonBesideFiles]: { schema: convertedSchema } },
    },
  },
};

export const convertRoutes: FastifyPluginCallback<ConvertServices> = (server, services, done) => {
  const config = { counted: true, converts: true, key: 'optional' } as const;
  server.post('/api/convert', { config, schema }, async (request, reply) => {
    const signal = untilAbandoned(request, reply, services.ending);
    const response = await convert(request, signal, services).catch((error: unknown) => {
      throw anonymousStatus(error);
    });
    return sendResponse(reply, response, services.store);
  });
  done();
};

async function convert(
  request: FastifyRequest,
  signal: AbortSignal,
  {
    converter,
    workspace,
    quota,
    admission,
    uploads,
    minimumThroughput,
    plan: anonymous,
    ...storing
  }: ConvertServices,
): Promise<HttpResponse> {
  const { account, raw } = request;
  const { maxOpenFileBytes: maxFileBytes } = account?.plan ?? anonymous;
  const caller = callerBehind(request);
  // Rejects the request if the queue is full, before any byte of the file is read.
  converter.checkQueue(caller);
  if (account && isLarge(raw)) await quota.check(account);
  using ticket = admission.admit(caller, largestSent(request, maxFileBytes));
  await using folder = workspace.openConversion();

  const limits = { maxFileBytes, maxFiles, minimumThroughput, signal };
  const form = await receiveForm(request, folder.upload, limits, uploads, uploadForm);
  ticket.received(form.size);
  return await convertCharged(
    { converter, quota },
    {
      request: form,
      file: form.file,
      account,
      context: {
        ...{ dir: folder.path, signal, caller, account: account?.id, requestId: request.id },
        onStart: () => request.place?.keep(),
      },
      respond: (conversion) =>
        readRequestOption(form.options, 'report')
          ? storeResult(conversion, { asLink: true, accountId: account?.id ?? null, keepMs: linkMs }, storing)
          : openResult(conversion, 'application/octet-stream'),
    },
  );
}

/**
 * If the error reports an unsupported pair of formats, changes its status to 400. Only POST /api/convert uses 400 for
 * an unsupported pair (contract §11.2).
 */
function anonymousStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unsupported_route') return error;
  const { message, details = {}, cause } = error;
  return new ServiceError('unsupported_route', message, { status: 400, details, cause });
}
