/**
 * GET /files/{object}/{name} (contract §5): sends a stored result, or a range of its bytes, to anyone who has the link.
 */
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { formatOfFileName } from '@protean/formats';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { Links } from '../../storage/links.ts';
import { fileContent } from '../conversion/conversion-schemas.ts';
import { attachment } from '../../kit/file-name.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import { conditionalHeaders, etagHeader, fileHeaders } from '../../http/openapi/headers.ts';
import { readRange } from '../../http/body/range.ts';

interface FileRequest {
  Params: { object: string; name: string };
  Querystring: Record<string, unknown>;
}

const headers = { ...fileHeaders, ETag: etagHeader };

const schema = {
  operationId: 'getFile',
  summary: 'Downloads a stored result by its signed link, completely or as a range.',
  params: z.object({
    object: z.string().meta({ description: 'The id of the result.' }),
    name: z.string().meta({ description: 'The name of the file.' }),
  }),
  querystring: z.looseObject({}),
  requestHeaders: conditionalHeaders.extend({
    Range: z.string().optional().meta({ description: 'A single range of bytes, such as `bytes=0-99`.' }),
    'If-Range': z
      .string()
      .optional()
      .meta({ description: 'The ETag of the version that the range belongs to.' }),
  }),
  response: {
    200: { description: 'The file.', headers, content: { '*/*': fileContent } },
    206: { description: 'A range of the file.', headers, content: { '*/*': fileContent } },
    304: { description: 'The file has the ETag of `If-None-Match`.', headers: { ETag: etagHeader } },
    416: errorOf('bad_request', 416),
  },
};

export const fileRoutes: FastifyPluginCallback<{ store: ObjectStore; links: Links }> = (
  server,
  { store, links },
  done,
) => {
  server.route<FileRequest>({
    schema,
    // HEAD is registered too, because the framework would otherwise read the whole file to answer a HEAD request.
    method: ['GET', 'HEAD'],
    url: '/files/:object/:name',
    handler: async (request, reply) => {
      const { object, name } = request.params;
      const { headers } = request;
      const stored = links.opens(object, name, request.query) ? await store.open(object) : undefined;
      if (!stored) throw notThere();
      const { size, read, close } = stored;
      // A stored object never changes, so its name identifies its version.
      const etag = `"${object}"`;
      void reply.headers({ ETag: etag, 'Cache-Control': 'private, no-store', 'Accept-Ranges': 'bytes' });
      if (headers['if-none-match']?.includes(etag)) {
        await close();
        return reply.status(304).send();
      }
      void reply.headers({
        'Content-Type': formatOfFileName(name)?.mime ?? 'application/octet-stream',
        'Content-Disposition': attachment(name),
        'Content-Security-Policy': 'sandbox',
      });
      const resumes = headers['if-range'] === undefined || headers['if-range'] === etag;
      const range = resumes ? readRange(headers.range, size) : 'whole';
      if (range === 'none') {
        await close();
        void reply.header('Content-Range', `bytes */${size}`);
        throw behindTheEnd(size);
      }
      const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
      void reply.header('Content-Length', end - start + 1);
      if (range !== 'whole') void reply.status(206).header('Content-Range', `bytes ${start}-${end}/${size}`);
      if (request.method !== 'HEAD') return reply.send(read({ start, end }));
      await close();
      return reply.send();
    },
  });
  done();
};

/** Returns the same error for every kind of invalid link. */
function notThere(): ServiceError {
  return new ServiceError('not_found', 'File not found, or its link has expired or was altered.');
}

function behindTheEnd(size: number): ServiceError {
  return new ServiceError(
    'bad_request',
    `The range begins after the end of the file, which has ${size} bytes.`,
    {
      status: 416,
      details: { field: 'Range', size },
    },
  );
}
