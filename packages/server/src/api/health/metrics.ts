/** GET /metrics (contract §14.2), only for the operator's Prometheus. */
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import type { Metrics } from '../../http/metrics/metrics.ts';
import { requireOperator } from '../../http/guards/operator.ts';

const schema = {
  operationId: 'getMetrics',
  summary: 'Returns the metrics in the text format of Prometheus.',
  operator: true,
  response: { 200: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } } },
};

export const metricsRoutes: FastifyPluginCallback<{ metrics: Metrics; adminToken: string | undefined }> = (
  server,
  { metrics, adminToken },
  done,
) => {
  server.get('/metrics', { schema }, async (request, reply) => {
    requireOperator(request.headers.authorization, adminToken);
    return reply
      .headers({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await metrics.text());
  });
  done();
};
