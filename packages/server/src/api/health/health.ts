/**
 * GET /livez: whether the process responds. GET /readyz: whether the process can convert, and the state of each of its
 * parts.
 */
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import type { ReadinessCheck } from '../../http/readiness.ts';
import { isOperator } from '../../http/guards/operator.ts';
import { errorSchema } from '../../http/openapi/errors.ts';

const live = {
  operationId: 'getLiveness',
  summary: 'Responds while the process runs.',
  response: { 200: z.strictObject({ status: z.literal('ok') }) },
};

const readiness = z
  .strictObject({
    status: z.enum(['ready', 'not ready']),
    parts: z.array(
      z.strictObject({
        part: z.string(),
        ok: z.boolean(),
        says: z.string(),
        level: z.string().optional(),
        held: z.record(z.string(), z.boolean()).optional(),
      }),
    ),
  })
  .meta({ id: 'Readiness' });

const ready = {
  operationId: 'getReadiness',
  summary: 'Reports whether the server can convert, and the state of each component.',
  response: {
    200: readiness,
    503: {
      description: 'The server cannot convert, or is shutting down.',
      headers: {},
      content: { 'application/json': { schema: z.union([readiness, errorSchema]) } },
    },
  },
};

export const healthRoutes: FastifyPluginCallback<{
  checkReadiness: (asked: { forOperator: boolean }) => Promise<readonly ReadinessCheck[]>;
  adminToken: string | undefined;
}> = (server, { checkReadiness, adminToken }, done) => {
  // Accepts any Host, because health checkers use the server's IP address, which may be missing from the allowed hosts.
  const config = { anyHost: true };
  server.get('/livez', { config, schema: live }, () => ({ status: 'ok' }));
  server.get('/readyz', { config, schema: ready }, async (request, reply) => {
    const forOperator = isOperator(request.headers.authorization, adminToken);
    const parts = await checkReadiness({ forOperator });
    const ready = parts.every(({ ok, optional }) => ok || optional);
    const shown = parts.map(({ part, ok, says, level, held }) => ({ part, ok, says, level, held }));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts: shown });
  });
  done();
};
