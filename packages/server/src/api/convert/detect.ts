/**
 * POST /v1/detect (contract §2.6): detects a file's format and lists its targets, with or without a key. A detection
 * does not count as a conversion.
 */
import type { FastifyRequest } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import { detectFile, type FileDetection } from '../../convert/request/detection.ts';
import type { RouteIndex } from '../../convert/catalogue/planner.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { ServiceError } from '../../errors.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { bodyOf, detectionForm } from '../conversion/conversion-schemas.ts';
import type { ConversionForm } from '../conversion/form.ts';
import { detectionSchema } from '../formats/format-schemas.ts';
import type { MinimumThroughput } from '../../http/connections/minimum-throughput.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import { largestSource, receiveSource, type UploadedFiles } from '../conversion/conversion-source.ts';
import { untilAbandoned } from '../../http/running-requests.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface DetectServices {
  /** Routes of this installation. */
  routes: RouteIndex;
  workspace: Workspace;
  admission: AdmissionControl;
  minimumThroughput: MinimumThroughput;
  outbound: GuardedFetch;
  uploads: UploadedFiles;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
  /** Plan of callers without a key. */
  plan: AccountPlan;
}

const schema = {
  operationId: 'detectFormat',
  summary: 'Detects the format of a file and lists its targets.',
  body: bodyOf(detectionForm),
  response: { 200: detectionSchema, 422: errorOf('unsupported_route') },
};

export const detectRoutes: PluginWithSchemas<DetectServices> = (server, services, done) => {
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  server.post('/v1/detect', { config, schema }, (request, reply) =>
    detectIn(request, untilAbandoned(request, reply, services.ending), services),
  );
  done();
};

async function detectIn(
  request: FastifyRequest,
  signal: AbortSignal,
  { routes, workspace, admission, minimumThroughput, outbound, uploads, plan: anonymous }: DetectServices,
): Promise<FileDetection> {
  const { maxFileBytes } = request.account?.plan ?? anonymous;
  using ticket = admission.admit(callerBehind(request), largestSource(request, maxFileBytes));
  await using folder = workspace.openConversion();
  const limits = { maxFileBytes, minimumThroughput, signal };
  const form = await receiveSource(request, folder.upload, limits, { outbound, uploads }, detectionForm);
  ticket.received(form.size);
  refuseOtherFields(form);
  return await detectFile(form.file, form.fileName, routes);
}

function refuseOtherFields({ options }: ConversionForm): void {
  const [field] = Object.keys(options);
  if (field === undefined) return;
  const allowed = Object.keys(detectionForm.described.shape);
  throw new ServiceError(
    'bad_request',
    `The field "${field}" is not allowed in POST /v1/detect. Allowed: ${allowed.join(' or ')}.`,
    { details: { field, allowed } },
  );
}
