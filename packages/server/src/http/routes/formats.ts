/** GET /v1/formats: what this installation can convert, with filters and an ETag. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { formatList } from '../../convert/format-list.ts';
import type { Planner, Route } from '../../convert/planner.ts';
import { categories } from '@protean/formats/format.ts';
import { format, formatNamed } from '@protean/formats';
import type { PluginWithSchemas } from '../validation.ts';

interface Listing {
  body: Buffer;
  etag: string;
}

const formatName = z.string('a format').transform((name, issues) => {
  const known = formatNamed(name);
  if (known) return known.ext;
  issues.addIssue('a format that GET /v1/formats lists');
  return z.NEVER;
});

const filters = z.strictObject({
  source: formatName.optional(),
  target: formatName.optional(),
  category: z.enum(categories, `one of ${categories.join(', ')}`).optional(),
});

type Filters = z.output<typeof filters>;

const listed = z.object({
  formats: z.array(
    z.object({
      ext: z.string(),
      name: z.string(),
      category: z.enum(categories),
      mime: z.string(),
      aliases: z.array(z.string()),
      targets: z.array(z.string()),
    }),
  ),
  routes: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      steps: z.array(z.object({ engine: z.string(), from: z.string(), to: z.string() })),
      lossy: z.boolean(),
      loses: z.array(z.string()),
      options: z.array(z.string()),
    }),
  ),
  options: z.record(z.string(), z.record(z.string(), z.unknown())),
  counts: z.object({ formats: z.number(), routes: z.number(), categories: z.number() }),
});

const schema = {
  querystring: filters,
  response: {
    200: {
      description: 'The formats and routes that pass the filters.',
      content: { 'application/json': { schema: listed } },
    },
    304: { description: 'The list has the ETag of `If-None-Match`.' },
  },
};

export const formatRoutes: PluginWithSchemas<{ routes: Planner }> = (server, { routes }, done) => {
  // The catalogue does not change while the server runs: the whole list is serialised once.
  const whole = listing(routes.all());
  let compressed: Listing | undefined;
  const config = { counted: true, key: 'optional' } as const;
  server.get('/v1/formats', { config, schema }, (request, reply) => {
    const keep = filterOf(request.query);
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

/** Which routes pass, or undefined where all do. */
function filterOf({ source, target, category }: Filters): ((route: Route) => boolean) | undefined {
  if (!source && !target && !category) return undefined;
  return (route) =>
    (!source || route.source === source) &&
    (!target || route.target === target) &&
    (!category || format(route.source).category === category || format(route.target).category === category);
}

function listing(routes: readonly Route[]): Listing {
  const body = Buffer.from(JSON.stringify(formatList(routes)));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
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
