/** GET /llms.txt: a summary of the service with links, for language models (llmstxt.org). */
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import type { RouteIndex } from '../convert/catalogue/planner.ts';
import { sendVersioned, versioned, type VersionedBody } from '../http/etag.ts';
import { conditionalHeaders, etagHeader } from '../http/openapi/headers.ts';
import { PerAddress } from '../http/per-address.ts';
import { memoizedRoutes } from '../convert/catalogue/memoized-routes.ts';
import type { Installation } from '../api/openapi/document.ts';
import type { Operation } from '../http/openapi/operations.ts';
import { Description } from './reference/description.ts';

interface LlmsServices {
  /** All operations. The list of operations is complete when the first request arrives. */
  operations: readonly Operation[];
  installation: Installation;
  /** Routes of this installation. */
  routes: RouteIndex;
}

const schema = {
  operationId: 'getLlmsTxt',
  summary: 'Describes the service for language models, with links.',
  requestHeaders: conditionalHeaders,
  response: {
    200: {
      description: 'A page of text (llmstxt.org).',
      headers: { ETag: etagHeader },
      content: { 'text/plain': { schema: z.string() } },
    },
    304: { description: 'The page has the ETag of `If-None-Match`.', headers: { ETag: etagHeader } },
  },
};

export const llmsRoutes: FastifyPluginCallback<LlmsServices> = (server, services, done) => {
  const { routes, installation } = services;
  const options = { config: { counted: 'reading', key: 'optional' }, schema } as const;
  const made = memoizedRoutes(routes, () => new PerAddress<VersionedBody>());
  server.get('/llms.txt', options, async (request, reply) => {
    const text = await made().get(installation.baseUrl, async () => versioned(await textOf(services)));
    return sendVersioned(request, reply.type('text/plain; charset=utf-8'), text);
  });
  done();
};

async function textOf({ operations, installation, routes }: LlmsServices): Promise<string> {
  const described = await Description.of(operations, installation);
  const base = installation.baseUrl;
  const all = routes.all();
  const formats = new Set(all.flatMap(({ source, target }) => [source, target])).size;
  const groups = described.tags.map(({ name, description }) => {
    const calls = described.operations.filter(({ tags: [tag] }) => tag === name);
    const paths = [...new Set(calls.map(({ method, path }) => `${method.toUpperCase()} ${path}`))];
    return `- [${name}](${base}/docs/${name}): ${description} ${paths.join(', ')}`;
  });
  return `# Protean

> Converts files between ${formats} formats with ${all.length} routes, over HTTP, immediately or as a job.

- Convert a file: \`curl -f -F file=@photo.png -F target=webp -o photo.webp ${base}/api/convert\`; with a key, \`${base}/v1/convert\` and \`Authorization: Bearer svc_sk_…\`.
- Check what is possible before a conversion: \`GET ${base}/v1/formats/docx\` lists the target formats of docx, \`GET ${base}/v1/formats/docx/pdf\` the options of that route with their schemas.
- Every error is \`{"error": {"code", "message", "details"}}\`; \`message\` states what to do, \`details.targets\` lists the valid targets. On 429 and 503, wait for the number of seconds in \`Retry-After\`.
- For files above 100 MB, or if a conversion may take more than a minute, use \`POST ${base}/v1/jobs\` and \`GET ${base}/v1/jobs/{id}?wait=60\`.

## Documentation

- [Reference](${base}/docs): quick start, every operation with examples in curl, Node and Python
- [Errors](${base}/docs/errors): codes, statuses, and why a file is refused
- [Webhooks](${base}/docs/webhooks): signed events when a job has finished

## For programs

- [OpenAPI as JSON](${base}/openapi.json): the whole interface in OpenAPI 3.1
- [OpenAPI as YAML](${base}/openapi.yaml): the same
- [Formats](${base}/v1/formats): all formats, routes and options of this server
${installation.sellsPlans ? `- [Plans](${base}/v1/plans): quotas, sizes and requests per minute\n` : ''}
## Calls

${groups.join('\n')}
`;
}
