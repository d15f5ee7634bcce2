/** A span for each request, part of the trace that its `traceparent` names; what is done for the request is part of the span. */
import type { FastifyInstance } from 'fastify';
import type { TraceSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: TraceSpan | null;
  }
}

/** They are asked for all the time, and tell nothing. */
const untraced: readonly (string | undefined)[] = ['/livez', '/readyz', '/metrics'];

/** To be added before the request guards. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.decorateRequest('span', null);
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, is404, headers } = request;
    const { url: route } = request.routeOptions;
    if (untraced.includes(route)) return done();
    const parent = headers['traceparent'];
    request.span = tracing.begin(is404 || route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent: typeof parent === 'string' ? parent : null,
      attributes: {
        'http.request.method': method,
        'protean.request_id': request.id,
        ...(is404 || route === undefined ? {} : { 'http.route': route }),
      },
    });
    tracing.within(request.span, done);
  });
  // A parser of bodies calls back outside of the request's asynchronous work.
  server.addHook('preHandler', ({ span }, _reply, done) => (span ? tracing.within(span, done) : done()));
  server.addHook('onResponse', ({ span }, { statusCode, failureCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.failed(failureCode ?? String(statusCode));
    span?.end();
    done();
  });
}
