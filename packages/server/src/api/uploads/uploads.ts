/**
 * /v1/uploads (contract §15): creates links that accept one file each. The files are received before their conversion
 * is requested.
 */
import { z } from 'zod';
import type { Workspace } from '../../convert/run/workspace.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import { untilClientLeaves } from '../../http/connections/client.ts';
import { fileContent } from '../conversion/conversion-schemas.ts';
import { contentLength, receiveFileBody } from '../../http/body/file-body.ts';
import { readJson } from '../../http/body/json.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import { optionalHeaders, tusHeaders } from '../../http/openapi/headers.ts';
import { speaksTus } from './tus.ts';
import {
  createdUpload,
  createdUploadBody,
  linkQuery,
  newUpload,
  receivedUpload,
  resumableUpload,
  receivedUploadBody,
  uploadParams,
} from './upload-schemas.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';
import {
  beginResumableUpload,
  resumableUploadRoutes,
  type ResumableUploadServices,
} from './resumable-uploads.ts';

interface UploadRouteServices extends ResumableUploadServices {
  workspace: Workspace;
}

const endpoint = '/v1/uploads';

export const uploadRoutes: PluginWithSchemas<UploadRouteServices> = (server, services, done) => {
  const { uploads, workspace, admission, minimumThroughput, ending, jobFileBytes } = services;

  const created = {
    operationId: 'createUpload',
    summary: 'Creates a link that accepts one file, or starts a resumable upload (tus).',
    requestHeaders: creationHeaders,
    body: {
      description:
        'Describes the file. A resumable upload is described by headers, and the body may contain its first bytes.',
      content: { 'application/json': { schema: newUpload } },
    },
    response: {
      201: {
        description: 'The link, or the URL at which the resumable upload continues.',
        headers: optionalHeaders({
          Location: uploadLocation,
          'Tus-Resumable': tusHeaders['Tus-Resumable'],
          'Upload-Offset': tusHeaders['Upload-Offset'],
          'Upload-Expires': tusHeaders['Upload-Expires'],
        }),
        content: { 'application/json': { schema: z.union([createdUpload, resumableUpload]) } },
      },
      412: { ...errorOf('bad_request', 412), headers: {} },
      413: errorOf('file_too_large'),
    },
  };
  const config = { counted: true, key: 'required', session: true } as const;
  server.post(endpoint, { config, schema: created }, async (request, reply) => {
    if (speaksTus(request)) return await beginResumableUpload(request, reply, services);
    const { plan } = accountOf(request);
    const { filename: fileName, size } = await readJson(request, newUpload);
    const maxBytes = Math.min(plan.maxJobFileBytes, jobFileBytes);
    const upload = await uploads.create({ owner: callerBehind(request), fileName, size, maxBytes });
    void reply.status(201);
    return createdUploadBody(upload);
  });

  const received = {
    operationId: 'sendUpload',
    summary: 'Uploads a file to an upload link. The body of the request is the file.',
    params: uploadParams,
    querystring: linkQuery,
    body: { content: { '*/*': fileContent } },
    response: { 201: receivedUpload, 413: errorOf('file_too_large'), 429: errorOf('rate_limited') },
  };
  // The signature of the upload link authorizes the request that sends the file. The rate limit counted the upload when
  // the link was created.
  server.put(`${endpoint}/:id`, { config: { key: 'none' }, schema: received }, async (request, reply) => {
    const { params, query, raw } = request;
    const signal = AbortSignal.any([untilClientLeaves(reply.raw), ending]);
    const length = contentLength(raw);
    await using lock = await uploads.lock(params.id, query, length);
    const { maxBytes: maxFileBytes } = lock;
    using ticket = admission.admit(callerBehind(request), length ?? maxFileBytes);
    await using folder = workspace.openConversion();
    const size = await receiveFileBody(raw, folder.upload, { maxFileBytes, minimumThroughput, signal });
    ticket.received(size);
    const file = await lock.store(folder.upload, size);
    void reply.status(201);
    return receivedUploadBody(file);
  });
  void server.register(resumableUploadRoutes, services);
  done();
};

/** Headers of a request that creates a resumable upload. */
const creationHeaders = z.object({
  'Tus-Resumable': z
    .literal('1.0.0')
    .optional()
    .meta({ description: 'The protocol version. Without it, a link is created.' }),
  'Upload-Length': z.int().optional().meta({ description: 'File size in bytes.' }),
  'Upload-Metadata': z
    .string()
    .optional()
    .meta({ description: 'Pairs of a key and a base64 value. `filename` is the name of the file.' }),
});

const uploadLocation = z
  .url()
  .meta({ description: 'The URL at which the upload continues. Its last segment is the `file_id`.' });
