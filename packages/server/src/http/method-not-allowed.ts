/** 405 with an Allow header for a known path asked for with another method. */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** Watches the routes that are added from now on; the function it returns then refuses what they leave out. */
export function addMethodNotAllowed(server: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = allowed.get(url) ?? new Set<string>();
    allowed.set(url, known);
    for (const name of [method].flat()) known.add(name);
  });
  return () => {
    for (const [url, known] of [...allowed]) {
      const allow = [...known].sort().join(', ');
      server.route({
        method: methods.filter((method) => !known.has(method)),
        url,
        config: { key: 'none' },
        // Before the body is looked at: its kind does not matter any more.
        onRequest: (request, reply, done) => {
          void reply.header('Allow', allow);
          done(notAllowed(request.method, allow));
        },
        handler: () => undefined,
      });
    }
  };
}

function notAllowed(method: string, allow: string): ServiceError {
  return new ServiceError('bad_request', `${method} is not possible here, only ${allow}.`, {
    status: 405,
    details: { allow },
  });
}
