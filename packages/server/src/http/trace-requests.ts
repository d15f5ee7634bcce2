/**
 * Creates a trace span for each request. If the request has a `traceparent` header, the span belongs to the trace in
 * this header. Spans that are created while the request is processed become children of this span.
 */
import type { FastifyInstance } from 'fastify';
import type { TraceSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: TraceSpan | null;
  }
}

/** Paths without spans, because they are polled frequently and their spans would carry no information. */
const untraced: readonly (string | undefined)[] = ['/livez', '/readyz', '/metrics'];

/** Adds tracing to the server. Call `traceRequests` before adding the request guards. */
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
  // Body parsers run their callback outside the asynchronous context of the request. The `preHandler` hook restores the
  // context.
  server.addHook('preHandler', ({ span }, _reply, done) => (span ? tracing.within(span, done) : done()));
  server.addHook('onResponse', ({ span }, { statusCode, failureCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.failed(failureCode ?? String(statusCode));
    span?.end();
    done();
  });
}
