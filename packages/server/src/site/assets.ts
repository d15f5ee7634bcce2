/**
 * GET /assets/…: files for browsers. The name of a file changes with its content, so browsers can cache the file
 * forever.
 */
import type { FastifyPluginCallback } from 'fastify';
import { ServiceError } from '../errors.ts';
import { isGzipAccepted } from '../http/accept.ts';
import type { RouteTable } from './route-table.ts';
import type { AssetFile, WebAssets } from '../pages/web-assets.ts';

interface AssetServices {
  assets: WebAssets;
  /** Returns the current route table. */
  table: () => RouteTable;
}

export const assetRoutes: FastifyPluginCallback<AssetServices> = (server, { assets, table }, done) => {
  server.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    const routes = table();
    const file = name === routes.name ? routes.file : assets.file(name);
    if (!file) throw new ServiceError('not_found', 'File not found.');
    const [encoding, body] = encodedFor(request.headers['accept-encoding'] ?? '', file);
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // If an SVG image is opened directly, its scripts must not run.
        'Content-Security-Policy': "default-src 'none'; sandbox",
        Vary: 'Accept-Encoding',
      })
      .type(file.type)
      .send(body);
  });
  done();
};

function encodedFor(accepted: string, { plain, gzip, brotli }: AssetFile): [encoding: string, body: Buffer] {
  if (brotli && /\bbr\b/.test(accepted)) return ['br', brotli];
  if (gzip && isGzipAccepted(accepted)) return ['gzip', gzip];
  return ['', plain];
}
