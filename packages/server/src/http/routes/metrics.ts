/** GET /metrics (contract §14.2), for the operator's Prometheus alone; and what is counted of every answer. */
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '../../errors.ts';
import type { Metrics } from '../metrics.ts';
import { requireOperator } from '../operator.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Of the failure that is answered. */
    failureCode?: ErrorCode;
  }
}

export interface MetricsServices {
  metrics: Metrics;
  adminToken: string | undefined;
}

/** Counts every answer, known route or not. */
export function countAnswers(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      route: request.is404 ? undefined : request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      code: reply.failureCode,
    });
    done();
  });
}

export function addMetricsRoute(server: FastifyInstance, { metrics, adminToken }: MetricsServices): void {
  server.get('/metrics', async (request, reply) => {
    requireOperator(request.headers.authorization, adminToken);
    return reply
      .headers({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await metrics.text());
  });
}
