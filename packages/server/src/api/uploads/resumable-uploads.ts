/** Resumable uploads at /v1/uploads (contract §15.6): tus 1.0.0, which sends a file in any number of requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ResumableUploads } from '../../uploads/resumable.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { noSuchUpload } from '../../uploads/errors.ts';
import { fileTooLarge } from '../../errors.ts';
import { timeText } from '../../kit/time-text.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { untilClientLeaves } from '../../http/connections/client.ts';
import { fileContent } from '../conversion/conversion-schemas.ts';
import { appendFileBody, contentLength } from '../../http/body/file-body.ts';
import type { MinimumThroughput } from '../../http/connections/minimum-throughput.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import { tusHeaders } from '../../http/openapi/headers.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import {
  announcedLength,
  announcedMetadata,
  carriesPart,
  expiryText,
  partOffset,
  partType,
  progressHeaders,
  requirePart,
  requireTus,
  tusExtensions,
  tusResponseHeaders,
} from './tus.ts';
import { uploadParams, type resumableUpload } from './upload-schemas.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

export interface ResumableUploadServices {
  uploads: Uploads;
  resumableUploads: ResumableUploads;
  admission: AdmissionControl;
  minimumThroughput: MinimumThroughput;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
  address: OwnAddress;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

const endpoint = '/v1/uploads';
const resource = `${endpoint}/:id`;
const protocol = { description: 'The protocol version.' };
const tusRequestHeaders = z.object({ 'Tus-Resumable': z.literal('1.0.0').meta(protocol) });
// Requests that continue an upload are not counted: the upload was counted when it was created.
const config = { key: 'required', session: true } as const;
const { 'Tus-Resumable': tusResumable, 'Upload-Offset': uploadOffset } = tusHeaders;
const versions = { 412: { ...errorOf('bad_request', 412), headers: {} } };

export const resumableUploadRoutes: PluginWithSchemas<ResumableUploadServices> = (server, services, done) => {
  const { uploads, resumableUploads } = services;

  const discovered = {
    operationId: 'discoverUploads',
    summary: 'Returns the supported features of resumable uploads (tus).',
    response: {
      204: {
        description: 'See the headers.',
        headers: {
          'Tus-Resumable': tusResumable,
          'Tus-Version': tusHeaders['Tus-Version'],
          'Tus-Extension': tusHeaders['Tus-Extension'],
        },
      },
    },
  };
  server.options(endpoint, { config: { key: 'none' }, schema: discovered }, (_request, reply) =>
    reply
      .status(204)
      .headers({ ...tusResponseHeaders, 'Tus-Extension': tusExtensions })
      .send(),
  );

  const looked = {
    operationId: 'getUploadProgress',
    summary: 'Returns the offset of a resumable upload, and ends any request that is still sending bytes.',
    params: uploadParams,
    requestHeaders: tusRequestHeaders,
    response: {
      200: { description: 'See the headers.', headers: withoutTus(['Tus-Version', 'Tus-Extension']) },
      ...versions,
    },
  };
  server.head(resource, { config, schema: looked }, async (request, reply) => {
    void reply.headers(tusResponseHeaders);
    requireTus(request);
    const progress = await resumableUploads.progress(request.params.id, callerBehind(request));
    return reply.headers(progressHeaders(progress)).send();
  });

  const sent = {
    operationId: 'sendUploadPart',
    summary: 'Appends bytes to a resumable upload. The upload is complete when the last bytes arrive.',
    params: uploadParams,
    requestHeaders: tusRequestHeaders.extend({
      'Upload-Offset': z
        .int()
        .meta({ description: 'The offset, which is the number of bytes received so far.' }),
    }),
    body: { content: { [partType]: fileContent } },
    response: {
      204: {
        description: 'The bytes were stored.',
        headers: {
          'Tus-Resumable': tusResumable,
          'Upload-Offset': uploadOffset,
          'Upload-Expires': tusHeaders['Upload-Expires'],
        },
      },
      ...versions,
      409: { ...errorOf('bad_request', 409), headers: {} },
      413: errorOf('file_too_large'),
      415: errorOf('bad_request', 415),
      423: errorOf('bad_request', 423),
    },
  };
  server.patch(resource, { config, schema: sent }, async (request, reply) => {
    void reply.headers(tusResponseHeaders);
    requireTus(request);
    requirePart(request);
    const { id } = request.params;
    const { offset, expiresAt } = await appendPart(request, reply, id, partOffset(request), services);
    return reply
      .status(204)
      .headers({ 'Upload-Offset': offset, 'Upload-Expires': expiryText(expiresAt) })
      .send();
  });

  const removed = {
    operationId: 'deleteUpload',
    summary: 'Deletes an upload, complete or not. Conversions that have started can still use the file.',
    params: uploadParams,
    response: { 204: { description: 'The upload was deleted.' } },
  };
  server.delete(resource, { config, schema: removed }, async (request, reply) => {
    void reply.headers(tusResponseHeaders);
    if (!(await uploads.remove(request.params.id, callerBehind(request)))) throw noSuchUpload();
    return reply.status(204).send();
  });
  done();
};

function withoutTus(names: readonly string[]): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(tusHeaders).filter(([name]) => !names.includes(name)));
}

/** Creates an upload, with its first bytes if the request has a body. */
export async function beginResumableUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ResumableUploadServices,
): Promise<z.input<typeof resumableUpload>> {
  const { uploads, resumableUploads, address, jobFileBytes } = services;
  void reply.headers(tusResponseHeaders);
  requireTus(request);
  const owner = callerBehind(request);
  const maxBytes = Math.min(accountOf(request).plan.maxJobFileBytes, jobFileBytes);
  const size = announcedLength(request);
  const { id, expiresAt } = await resumableUploads.create({
    owner,
    size,
    maxBytes,
    ...announcedMetadata(request),
  });
  if (carriesPart(request)) {
    const { offset } = await appendPart(request, reply, id, 0, services).catch(async (error: unknown) => {
      // Removes the upload, because the error response does not contain the upload's URL, which the client would need
      // to continue the upload.
      await uploads.remove(id, owner);
      throw error;
    });
    void reply.header('Upload-Offset', offset);
  }
  const location = `${address.baseUrl}${endpoint}/${id}`;
  void reply.status(201).headers({ Location: location, 'Upload-Expires': expiryText(expiresAt) });
  return { file_id: id, expires_at: timeText(expiresAt) };
}

async function appendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  at: number,
  { resumableUploads, admission, minimumThroughput, ending }: ResumableUploadServices,
): Promise<{ offset: number; expiresAt: number }> {
  const { raw } = request;
  await using part = await resumableUploads.append(id, callerBehind(request), at);
  const maxFileBytes = part.length - part.offset;
  const length = contentLength(raw) ?? maxFileBytes;
  if (length > maxFileBytes) throw fileTooLarge(part.length);
  using ticket = admission.admit(callerBehind(request), length);
  const signal = AbortSignal.any([untilClientLeaves(reply.raw), ending, part.superseded]);
  ticket.received(await appendFileBody(raw, part, { maxFileBytes, minimumThroughput, signal }));
  return { offset: await part.end(), expiresAt: part.expiresAt };
}
