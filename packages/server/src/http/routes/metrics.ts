/** GET /metrics (contract §14.2), for the operator's Prometheus alone. */
import type { FastifyPluginCallback } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { requireOperator } from '../operator.ts';

export const metricsRoutes: FastifyPluginCallback<{ metrics: Metrics; adminToken: string | undefined }> = (
  server,
  { metrics, adminToken },
  done,
) => {
  server.get('/metrics', async (request, reply) => {
    requireOperator(request.headers.authorization, adminToken);
    return reply
      .headers({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await metrics.text());
  });
  done();
};
