/** POST /v1/convert (contract §3.2): converts for accounts, with their limits, quota and `Idempotency-Key`. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { convertCharged } from '../../charged-conversion.ts';
import { maxFiles } from '../../convert/batch/batch.ts';
import type { AnyConverter } from '../../convert/run/any-converter.ts';
import { readRequestOption } from '../../convert/request/options.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import type { Idempotency } from '../../limits/idempotency.ts';
import type { Quota } from '../../limits/quota.ts';
import type { ResultObjects } from '../../storage/result-objects.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { Links } from '../../storage/links.ts';
import { wantsJson } from '../../http/accept.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { bodyOf, conversionForm, fileContent, jsonBesideFiles } from '../conversion/conversion-schemas.ts';
import { fingerprintOf } from '../conversion/fingerprint.ts';
import { isLarge } from '../conversion/form.ts';
import { runOnce, scopeOf, type IdempotencyRecord } from '../conversion/idempotency.ts';
import { convertedSchema } from '../conversion/result-schemas.ts';
import type { MinimumThroughput } from '../../http/connections/minimum-throughput.ts';
import { conversionHeaders, idempotencyHeaders, optionalHeaders } from '../../http/openapi/headers.ts';
import { openResult, sendResponse, storeResult, type HttpResponse } from '../conversion/result-response.ts';
import { largestSource, receiveSource, type UploadedFiles } from '../conversion/conversion-source.ts';
import { untilAbandoned } from '../../http/running-requests.ts';

export interface AccountConvertServices {
  converter: AnyConverter;
  workspace: Workspace;
  quota: Quota;
  idempotency: Idempotency;
  store: ObjectStore;
  links: Links;
  resultObjects: ResultObjects;
  admission: AdmissionControl;
  minimumThroughput: MinimumThroughput;
  outbound: GuardedFetch;
  uploads: UploadedFiles;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
}

const endpoint = '/v1/convert';

const schema = {
  operationId: 'convert',
  summary: 'Converts a file. With `Accept: application/json` the response is a link to the result.',
  requestHeaders: idempotencyHeaders,
  body: bodyOf(conversionForm),
  response: {
    200: {
      description:
        'The converted file with its media type. With `report=true` or `Accept: application/json` a `ConvertedFile` with a link.',
      // The headers of the response are optional, because a response with a link has no file name and no duration.
      headers: optionalHeaders(conversionHeaders),
      content: { '*/*': fileContent, [jsonBesideFiles]: { schema: convertedSchema } },
    },
  },
};

export const accountConvertRoutes: FastifyPluginCallback<AccountConvertServices> = (
  server,
  services,
  done,
) => {
  const config = { counted: true, converts: true, key: 'required', session: true } as const;
  server.post(endpoint, { config, schema }, async (request, reply) => {
    const signal = untilAbandoned(request, reply, services.ending);
    const response = await runOnce(scopeOf(request, endpoint), services.idempotency, (record) =>
      convert(request, record, signal, services),
    );
    return sendResponse(reply, response, services.store);
  });
  done();
};

async function convert(
  request: FastifyRequest,
  record: IdempotencyRecord,
  signal: AbortSignal,
  {
    converter,
    workspace,
    quota,
    admission,
    minimumThroughput,
    outbound,
    uploads,
    ...storing
  }: AccountConvertServices,
): Promise<HttpResponse> {
  const account = accountOf(request);
  const { maxFileBytes } = account.plan;
  const wantsLink = wantsJson(request.headers.accept);
  const caller = callerBehind(request);
  // Before any byte of the file is read, rejects a request if the queue is full, and rejects a large request if the
  // quota is used up.
  if (!record.isCompleted) {
    converter.checkQueue(caller);
    if (isLarge(request.raw)) await quota.check(account);
  }
  using ticket = admission.admit(caller, largestSource(request, maxFileBytes));
  await using folder = workspace.openConversion();

  const limits = { maxFileBytes, maxFiles, minimumThroughput, signal };
  const form = await receiveSource(
    request,
    folder.upload,
    limits,
    { outbound, uploads },
    conversionForm,
  ).catch(adviseJobs(maxFileBytes));
  ticket.received(form.size);
  const replay = await record.replay(() => fingerprintOf(endpoint, form));
  if (replay) return replay;
  const asLink = wantsLink || readRequestOption(form.options, 'report');

  return await convertCharged(
    { converter, quota },
    {
      request: form,
      file: form.file,
      account,
      context: {
        ...{ dir: folder.path, signal, caller, account: account.id, requestId: request.id },
        onStart: () => request.place?.keep(),
      },
      respond: (conversion) =>
        record.hasKey || asLink
          ? storeResult(conversion, { asLink, accountId: account.id }, storing)
          : openResult(conversion, conversion.mime),
      record,
    },
  );
}

/** Rethrows the error. If the file was too large, first adds advice to send larger files as jobs. */
const adviseJobs = (maxFileBytes: number) => (error: unknown) => {
  const isError = error instanceof ServiceError && error.code === 'file_too_large';
  // If the error names a field, the file that was too large is the value of an option. Jobs have the same limit for
  // files in options, so no advice to use a job is added.
  const tooLarge = isError && error.details?.['field'] === undefined;
  throw tooLarge ? fileTooLarge(maxFileBytes, 'Send larger files to POST /v1/jobs.') : error;
};
