/** GET /livez: the process answers. GET /readyz: it can convert, part by part. */
import type { FastifyPluginCallback } from 'fastify';

/** As `GET /readyz` shows it. */
export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /** Of the sandbox: how strong it is, and what it was seen to hold back. */
  level?: string;
  held?: Readonly<Record<string, boolean>>;
}

export const healthRoutes: FastifyPluginCallback<{
  checkReadiness: () => Promise<readonly ReadinessCheck[]>;
}> = (server, { checkReadiness }, done) => {
  // Health checkers ask by address, which need not be a Host of ours.
  const config = { anyHost: true };
  server.get('/livez', { config }, () => ({ status: 'ok' }));
  server.get('/readyz', { config }, async (_, reply) => {
    const parts = await checkReadiness();
    const ready = parts.every(({ ok }) => ok);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });
  done();
};
