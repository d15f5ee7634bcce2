/** Returns 405 with an `Allow` header if a request to a known path has an unsupported method. */
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { ServiceError } from '../errors.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** The methods of each path. */
export type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

/** Records the methods of endpoints that are added from now on. */
export function recordMethods(server: FastifyInstance): MethodsByPath {
  const recorded = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = recorded.get(url) ?? new Set<string>();
    recorded.set(url, known);
    for (const name of [method].flat()) known.add(name);
  });
  return recorded;
}

/**
 * Fastify plugin that returns 405 for a known path with another method. The plugin must be registered after all
 * endpoints.
 */
export const methodNotAllowedRoutes: FastifyPluginCallback<{ recorded: MethodsByPath }> = (
  server,
  { recorded },
  done,
) => {
  for (const [url, known] of [...recorded]) {
    const allow = [...known].sort().join(', ');
    server.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      config: { key: 'none' },
      schema: { hide: true },
      // Responds before the body is parsed, so the body's media type does not matter.
      onRequest: (request, reply, done) => {
        void reply.header('Allow', allow);
        done(methodNotAllowed(request.method, allow));
      },
      handler: () => undefined,
    });
  }
  done();
};

function methodNotAllowed(method: string, allow: string): ServiceError {
  return new ServiceError('bad_request', `${method} is not allowed. Allowed: ${allow}.`, {
    status: 405,
    details: { allow },
  });
}
