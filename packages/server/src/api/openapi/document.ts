/**
 * Builds the OpenAPI document of the operations. Uses `zod-openapi` directly, because fastify plugins for `zod-openapi`
 * write response headers incorrectly and validate bodies that our endpoints read as streams.
 */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { contentOf, errorResponses, takesIdempotencyKey } from '../../http/openapi/errors.ts';
import { headersOfAll, headersOfErrors, replayHeaders } from '../../http/openapi/headers.ts';
import type { Operation } from '../../http/openapi/operations.ts';
import { webhooks } from './webhooks.ts';

/**
 * Groups of operations, each with its path prefixes. If several groups match a path, the first matching group applies.
 */
const tags = [
  {
    name: 'convert',
    description: 'Convert one file and receive the result.',
    paths: ['/api/convert', '/v1/convert', '/files/'],
  },
  { name: 'jobs', description: 'Conversions in the background.', paths: ['/v1/jobs'] },
  { name: 'agents', description: 'The same operations as tools for agents.', paths: ['/mcp'] },
  {
    name: 'uploads',
    description: 'Upload files before converting them.',
    paths: ['/v1/uploads'],
  },
  {
    name: 'formats',
    description: 'The formats and conversions that this server supports.',
    paths: ['/v1/formats', '/v1/detect', '/openapi.', '/llms.txt'],
  },
  {
    name: 'keys',
    description: 'Request the first API key, and manage all keys.',
    paths: ['/v1/keys', '/verify'],
  },
  { name: 'account', description: 'Manage the account.', paths: ['/v1/account'] },
  { name: 'sessions', description: 'Sign in to the dashboard and out.', paths: ['/v1/sessions'] },
  { name: 'usage', description: 'Limits and the usage of the account.', paths: ['/v1/usage', '/v1/plans'] },
  {
    name: 'billing',
    description: 'Upgrades, credits and overage.',
    paths: ['/v1/billing', '/internal/stripe'],
  },
  { name: 'webhooks', description: 'Signed events for finished jobs.', paths: ['/v1/webhooks'] },
  { name: 'operation', description: 'Health and metrics.', paths: ['/livez', '/readyz', '/metrics'] },
  { name: 'more', description: 'Further operations.', paths: ['/'] },
] as const;

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_sk_…`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'protean-session',
    description:
      'The cookie of the dashboard. With https its name begins with `__Host-`. Requests that change something need an `Origin` of this service.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'The `ADMIN_TOKEN` of this installation.' },
} as const;

/** Properties of the installation that the document describes. */
export interface Installation {
  /** Public base URL. */
  baseUrl: string;
  /** Whether callers without a key act as the account `local` (contract §14.5). */
  isPrivate: boolean;
  /** Whether plans and credits are sold. */
  sellsPlans: boolean;
}

/** Builds the OpenAPI 3.1 document. */
export function openApiDocument(
  operations: readonly Operation[],
  { baseUrl, isPrivate }: Readonly<Installation>,
) {
  const used = new Set<string>(operations.map(tagOf));
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shared: SharedResponses = new Map();
  for (const operation of [...operations].sort((a, b) => placeOf(a) - placeOf(b)))
    (paths[operation.path] ??= {})[operation.method] = describe(operation, isPrivate, shared);
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Protean',
      version: '1.0.0',
      description:
        'Converts files between formats, over HTTP and in jobs with signed webhooks. Has keys, limits and quotas.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    components: { securitySchemes },
    paths,
    webhooks,
  });
}

/** Path prefixes, in the order of the tags in the document. */
const starts = tags.flatMap(({ name, paths }) => paths.map((start) => ({ tag: name, start })));

const tagOf = (operation: Operation) => starts[placeOf(operation)]?.tag ?? '';

const placeOf = ({ path }: Operation) => starts.findIndex(({ start }) => path.startsWith(start));

function describe(
  operation: Operation,
  isPrivate: boolean,
  shared: SharedResponses,
): ZodOpenApiOperationObject {
  const { schema } = operation;
  const tag = tagOf(operation);
  const { operationId, summary, requestHeaders: header, params, querystring: query } = schema;
  const requestParams = Object.fromEntries(
    Object.entries({ header, path: params, query }).filter(([, part]) => part !== undefined),
  );
  const body = bodyOf(schema.body);
  return {
    operationId,
    summary,
    tags: [tag],
    security: securityOf(operation, isPrivate),
    ...(Object.keys(requestParams).length > 0 ? { requestParams } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(operation, shared),
  };
}

function securityOf({ schema, config }: Operation, isPrivate: boolean): Record<string, string[]>[] {
  if (schema.operator) return [{ operator: [] }];
  const { key = 'none', session = false } = config;
  if (key === 'none') return [];
  if (session === 'only') return [{ session: [] }];
  return [
    ...(key === 'optional' || isPrivate ? [{}] : []),
    { bearer: [] },
    ...(session === true ? [{ session: [] }] : []),
  ];
}

function bodyOf(body: unknown): ZodOpenApiOperationObject['requestBody'] {
  if (body === undefined) return undefined;
  if (!(body instanceof z.ZodType)) {
    const { description } = body as { description?: string };
    return { required: true, ...(description && { description }), content: contentOf(body) };
  }
  // A missing body is handled like an empty object, so the body is required only if an empty object is invalid.
  const required = !body.safeParse({}).success;
  return { required, content: { 'application/json': { schema: body } } };
}

/** The form in which an endpoint declares a response. A plain zod type describes a JSON body. */
type DeclaredResponse = z.ZodType | ZodOpenApiResponseObject;

/** Error responses by id. A response that many operations share is written only once. */
type SharedResponses = Map<string, ZodOpenApiResponseObject>;

type Responses = Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;

function responsesOf(operation: Operation, shared: SharedResponses): Responses {
  const { schema } = operation;
  const isReplayed = takesIdempotencyKey(operation);
  const headersOf = (own: Readonly<Record<string, z.ZodType>>) =>
    z.object({ ...headersOfAll, ...(isReplayed ? replayHeaders : {}), ...own });
  const errors = Object.entries(errorResponses(operation)).map(([status, response]) => {
    const names = Object.keys(response.content['application/json'].examples);
    const id = [status, ...names, ...(isReplayed ? ['replayable'] : [])].join('.');
    const described = shared.get(id) ?? {
      id,
      ...response,
      headers: headersOf(headersOfErrors[status] ?? {}),
    };
    shared.set(id, described);
    return [status, described] as const;
  });
  const declared = Object.entries((schema.response ?? {}) as Record<string, DeclaredResponse>).map(
    ([status, response]) => {
      const { headers, ...rest } = response instanceof z.ZodType ? jsonResponse(response) : response;
      const own = headers as Record<string, z.ZodType> | undefined;
      return [status, { ...rest, headers: headersOf(own ?? headersOfErrors[status] ?? {}) }] as const;
    },
  );
  return Object.fromEntries<ZodOpenApiResponseObject>([...errors, ...declared]);
}

const jsonResponse = (schema: z.ZodType): ZodOpenApiResponseObject => ({
  description: schema.description ?? 'The requested data.',
  content: { 'application/json': { schema } },
});
