/** GET /openapi.json and /openapi.yaml: the machine-readable description of every endpoint. */
import { z } from 'zod';
import { sendVersioned, versioned, type VersionedBody } from '../../http/etag.ts';
import { PerAddress } from '../../http/per-address.ts';
import { conditionalHeaders, etagHeader } from '../../http/openapi/headers.ts';
import type { Installation } from './document.ts';
import type { Operation } from '../../http/openapi/operations.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface OpenApiRouteServices {
  /** All operations. The list of operations is complete when the first request arrives. */
  operations: readonly Operation[];
  installation: Installation;
}

const files = [
  {
    url: '/openapi.json',
    operationId: 'getOpenApiJson',
    type: 'application/json',
    content: z.record(z.string(), z.unknown()),
    write: (document: object) => JSON.stringify(document),
  },
  {
    url: '/openapi.yaml',
    operationId: 'getOpenApiYaml',
    type: 'application/yaml',
    content: z.string(),
    write: async (document: object) =>
      (await import('yaml')).stringify(document, { aliasDuplicateObjects: false }),
  },
];

export const openApiRoutes: PluginWithSchemas<OpenApiRouteServices> = (
  server,
  { operations, installation },
  done,
) => {
  const config = { counted: 'reading', key: 'optional' } as const;
  for (const { url, operationId, type, content, write } of files) {
    const made = new PerAddress<VersionedBody>();
    const schema = {
      operationId,
      summary: `Returns this description as ${type}.`,
      requestHeaders: conditionalHeaders,
      response: {
        200: {
          description: 'An OpenAPI 3.1 document.',
          headers: { ETag: etagHeader },
          content: { [type]: { schema: content } },
        },
        304: { description: 'The document has the ETag of `If-None-Match`.', headers: { ETag: etagHeader } },
      },
    };
    server.get(url, { config, schema }, async (request, reply) => {
      const document = await made.get(installation.baseUrl, async () => {
        // This module is loaded on first use, because few processes serve the OpenAPI document.
        const { openApiDocument } = await import('./document.ts');
        return versioned(await write(openApiDocument(operations, installation)));
      });
      return sendVersioned(request, reply.type(`${type}; charset=utf-8`), document);
    });
  }
  done();
};
