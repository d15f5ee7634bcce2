/**
 * GET /v1/formats (contract §2.1, §2.7): lists the conversions of this installation, and describes one format or route.
 */
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { RouteCatalogue } from '../../convert/catalogue/catalogue.ts';
import { describeOneFormat, describeOneRoute, formatList } from '../../convert/request/format-list.ts';
import { planAhead } from '../../convert/request/route-plan.ts';
import type { Route } from '../../convert/catalogue/planner.ts';
import { didYouMean, nearestFormatNames } from '@protean/formats/nearest.ts';
import { categories } from '@protean/formats/format.ts';
import { format, formatNamed } from '@protean/formats';
import { isGzipAccepted } from '../../http/accept.ts';
import { sendVersioned, versioned, type VersionedBody } from '../../http/etag.ts';
import { ServiceError } from '../../errors.ts';
import { memoizedRoutes } from '../../convert/catalogue/memoized-routes.ts';
import { formatSchema, optionSchemas, routeSchema } from './format-schemas.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import { conditionalHeaders, etagHeader } from '../../http/openapi/headers.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

const formatName = z.string('a format').transform((name, issues) => {
  const known = formatNamed(name);
  if (known) return known.ext;
  const params = { names: nearestFormatNames(name) };
  issues.addIssue({ code: 'custom', message: 'a format that GET /v1/formats lists', params, input: name });
  return z.NEVER;
});

const filters = z.strictObject({
  source: formatName.optional().meta({ description: 'Only routes from this format.' }),
  target: formatName.optional().meta({ description: 'Only routes to this format.' }),
  category: z
    .enum(categories, `one of ${categories.join(', ')}`)
    .optional()
    .meta({ description: 'Only routes from or to a format of this category.' }),
});

type Filters = z.output<typeof filters>;

const listed = z
  .strictObject({
    formats: z.array(formatSchema),
    routes: z.array(routeSchema),
    options: optionSchemas,
    languages: z.array(z.string()).meta({ description: 'Values of `language` on this server.' }),
    counts: z.strictObject({ formats: z.int(), routes: z.int(), categories: z.int() }),
  })
  .meta({ id: 'FormatList' });

const list = {
  operationId: 'listFormats',
  summary: 'Lists formats, routes and options, optionally filtered.',
  requestHeaders: conditionalHeaders,
  querystring: filters,
  response: {
    200: {
      description: 'The formats and routes that pass the filters.',
      headers: { ETag: etagHeader },
      content: { 'application/json': { schema: listed } },
    },
    304: { description: 'The list has the ETag of `If-None-Match`.', headers: { ETag: etagHeader } },
  },
};

const disabledHere = (ext: string) =>
  `${ext} is disabled on this server by its operator (FORMATS_WITHOUT). GET /v1/formats lists all enabled formats.`;

const oneFormat = {
  operationId: 'getFormat',
  summary: 'Returns one format with its sources and targets.',
  params: z.object({ ext: z.string().meta({ description: 'The extension or an alias of the format.' }) }),
  response: { 200: formatSchema.extend({ sources: z.array(z.string()) }).meta({ id: 'FormatWithSources' }) },
};

const oneRoute = {
  operationId: 'getRoute',
  summary: 'Returns the route between two formats, with the JSON schemas of its options.',
  params: z.object({
    source: z.string().meta({ description: 'The source format.' }),
    target: z.string().meta({ description: 'The target format.' }),
  }),
  response: {
    200: z.strictObject({ route: routeSchema, options: optionSchemas }).meta({ id: 'RouteWithOptions' }),
    422: errorOf('unsupported_route'),
    502: errorOf('service_unavailable'),
  },
};

export const formatRoutes: PluginWithSchemas<{ catalogue: RouteCatalogue }> = (
  server,
  { catalogue },
  done,
) => {
  const { live } = catalogue;
  const listing = (routes: readonly Route[]) =>
    versioned(JSON.stringify(formatList(routes, catalogue.languages)));
  // The complete list of formats takes several megabytes, so it is built and compressed only on the first request.
  const made = memoizedRoutes(live, () => {
    let [whole, compressed]: VersionedBody[] = [];
    const asked = { whole: () => (whole ??= listing(live.all())) };
    return { ...asked, compressed: () => (compressed ??= gzipped(asked.whole())) };
  });
  const config = { counted: 'reading', key: 'optional' } as const;
  server.get('/v1/formats', { config, schema: list }, (request, reply) => {
    const keep = filterOf(request.query);
    const acceptsGzip = !keep && isGzipAccepted(request.headers['accept-encoding']);
    void reply.header('Vary', 'Accept-Encoding').type('application/json; charset=utf-8');
    if (keep) return sendVersioned(request, reply, listing(live.all().filter(keep)));
    const { whole, compressed } = made();
    if (!acceptsGzip) return sendVersioned(request, reply, whole());
    return sendVersioned(request, reply.header('Content-Encoding', 'gzip'), compressed());
  });

  server.get('/v1/formats/:ext', { config, schema: oneFormat }, (request) => {
    const known = formatNamed(request.params.ext);
    const described = known && describeOneFormat(known, live);
    if (known && catalogue.disabled.has(known.ext))
      throw new ServiceError('not_found', disabledHere(known.ext));
    if (!described) throw noSuchFormat(request.params.ext);
    return described;
  });

  server.get('/v1/formats/:source/:target', { config, schema: oneRoute }, (request) => {
    // Throws the same errors as a conversion from the source format to the target format.
    const route = planAhead(catalogue, { ...request.params, fileName: '', options: {} });
    if (!route) throw new Error('a named source has a route or is refused');
    return describeOneRoute(route);
  });
  done();
};

function noSuchFormat(name: string): ServiceError {
  const nearest = formatNamed(name) ? [] : nearestFormatNames(name);
  const advice = nearest.length > 0 ? didYouMean(nearest) : 'GET /v1/formats lists all formats.';
  return new ServiceError('not_found', `Format not found. ${advice}`);
}

/** Returns a filter for routes, or undefined if the request does not filter the routes. */
function filterOf({ source, target, category }: Filters): ((route: Route) => boolean) | undefined {
  if (!source && !target && !category) return undefined;
  return (route) =>
    (!source || route.source === source) &&
    (!target || route.target === target) &&
    (!category || format(route.source).category === category || format(route.target).category === category);
}

/** Returns the compressed body. The ETag of the compressed body differs from the ETag of the uncompressed body. */
function gzipped({ body, etag }: VersionedBody): VersionedBody {
  return { body: gzipSync(body), etag: etag.replace(/"$/, '-gzip"') };
}
