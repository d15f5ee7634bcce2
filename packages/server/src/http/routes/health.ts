/** GET /livez, which says the process answers, and GET /readyz, which says it can convert, part by part. */
import type { FastifyInstance } from 'fastify';

export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /** Of the sandbox: how strong it is, and what it was seen to hold back. */
  level?: string;
  held?: Readonly<Record<string, boolean>>;
}

/** `check` looks at every part anew at each request. Whoever checks health may not know our name: any Host will do. */
export function addHealthRoutes(
  server: FastifyInstance,
  check: () => Promise<readonly ReadinessCheck[]>,
): void {
  const config = { anyHost: true };
  server.get('/livez', { config }, () => ({ status: 'ok' }));
  server.get('/readyz', { config }, async (_, reply) => {
    const parts = await check();
    const ready = parts.every(({ ok }) => ok);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });
}
