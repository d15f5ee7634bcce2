/** GET /v1/formats: what this installation can convert, with filters and an ETag. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyPluginCallback } from 'fastify';
import { isolationOption, isolationSchema } from '../../convert/isolation-group.ts';
import type { Planner, Route } from '../../convert/planner.ts';
import { optionNames, optionSchema } from '@protean/engines/runtime/options.ts';
import { ServiceError } from '../../errors.ts';
import { categories, type Format } from '@protean/formats/format.ts';
import { format, formatNamed } from '@protean/formats';

interface Listing {
  body: Buffer;
  etag: string;
}

interface Filters {
  source?: string;
  target?: string;
  category?: string;
}

export const formatRoutes: FastifyPluginCallback<{ routes: Planner }> = (server, { routes }, done) => {
  // The catalogue does not change while the server runs: the whole list is serialised once.
  const whole = listing(routes.all());
  let compressed: Listing | undefined;
  const config = { counted: true, key: 'optional' } as const;
  server.get<{ Querystring: Filters }>('/v1/formats', { config }, (request, reply) => {
    const keep = readFilters(request.query);
    const acceptsGzip = !keep && isGzipAccepted(request.headers['accept-encoding']);
    const { body, etag } = keep
      ? listing(routes.all().filter(keep))
      : acceptsGzip
        ? (compressed ??= gzipped(whole))
        : whole;
    void reply.headers({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
    if (acceptsGzip) void reply.header('Content-Encoding', 'gzip');
    return reply.type('application/json; charset=utf-8').send(body);
  });
  done();
};

/** The routes asked for, or undefined for all of them. */
function readFilters(query: Filters): ((route: Route) => boolean) | undefined {
  const unknown = Object.keys(query).find((name) => !['source', 'target', 'category'].includes(name));
  if (unknown) throw badFilter(unknown, 'is not a filter', ['source', 'target', 'category']);
  if (Object.keys(query).length === 0) return undefined;
  const source = readFormat('source', query.source);
  const target = readFormat('target', query.target);
  const category = readCategory(query.category);
  return (route) =>
    (!source || route.source === source) &&
    (!target || route.target === target) &&
    (!category || format(route.source).category === category || format(route.target).category === category);
}

function readFormat(filter: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const known = typeof value === 'string' ? formatNamed(value) : undefined;
  if (!known) throw badFilter(filter, 'is not a format');
  return known.ext;
}

function readCategory(value: string | undefined): string | undefined {
  if (value !== undefined && !categories.some((category) => category === value)) {
    throw badFilter('category', 'is not a category', categories);
  }
  return value;
}

function badFilter(field: string, what: string, allowed?: readonly string[]): ServiceError {
  const choice = allowed ? ` Choose from: ${allowed.join(', ')}.` : '';
  return new ServiceError('bad_request', `The query parameter "${field}" ${what}.${choice}`, {
    details: allowed ? { field, allowed } : { field },
  });
}

function listing(routes: readonly Route[]): Listing {
  const targets = new Map<string, string[]>();
  for (const { source, target } of routes) {
    targets.set(source, [...(targets.get(source) ?? []), target]);
    if (!targets.has(target)) targets.set(target, []);
  }
  const formats = [...targets].map(([ext, to]) => describeFormat(format(ext), to.sort()));
  const used = optionNames.filter((name) => routes.some((route) => route.options.includes(name)));
  const text = JSON.stringify({
    formats: formats.sort((a, b) => (a.ext < b.ext ? -1 : 1)),
    routes: routes.map(describeRoute),
    options: {
      ...Object.fromEntries(used.map((name) => [name, optionSchema(name)])),
      [isolationOption]: isolationSchema,
    },
    counts: {
      formats: formats.length,
      routes: routes.length,
      categories: new Set(formats.map(({ category }) => category)).size,
    },
  });
  const body = Buffer.from(text);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

function describeFormat({ ext, name, category, mime, aliases = [] }: Format, targets: readonly string[]) {
  return { ext, name, category, mime, aliases, targets };
}

function describeRoute({ source, target, steps, loses, options }: Route) {
  return {
    source,
    target,
    steps: steps.map(({ engine, from, to }) => ({ engine, from, to })),
    lossy: loses.length > 0,
    loses,
    options,
  };
}

/** Another representation, so it has another ETag. */
function gzipped({ body, etag }: Listing): Listing {
  return { body: gzipSync(body), etag: etag.replace(/"$/, '-gzip"') };
}

function isGzipAccepted(header = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header);
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
