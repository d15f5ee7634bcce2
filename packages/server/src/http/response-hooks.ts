/** Hooks on every response: log it, count it, send it in chunks, and close its connection if it cannot be reused. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics/metrics.ts';

/** Chunk size that a client reads within a few seconds at the minimum throughput. */
const chunkBytes = 32 * 1024;

export function addResponseHooks(
  server: FastifyInstance,
  { metrics, draining }: { metrics: Metrics; draining: AbortSignal },
): void {
  logResponses(server);
  countResponses(server, metrics);
  closeAfterUnreadBodies(server);
  sendInChunks(server);
  closeWhenDraining(server, draining);
}

function logResponses(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const path = loggedPath(request);
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
}

/** Returns the path to log. A signed link ends with the file's name, which is private and must not be logged. */
function loggedPath({ url, routeOptions }: FastifyRequest): string | undefined {
  const [path] = url.split('?');
  return routeOptions.url?.endsWith('/:name') ? path?.replace(/[^/]*$/, '…') : path;
}

function countResponses(server: FastifyInstance, metrics: Metrics): void {
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

// Closes the connection if the request's body was not read completely. To keep the connection, the server would have to
// read the rest of the body, however long the rest is. The unread rest of the request's body is discarded while the
// connection closes.
function closeAfterUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) void reply.header('Connection', 'close');
    done();
  });
}

// Sends large bodies in chunks, because the throughput of a body that is written in one call cannot be measured.
function sendInChunks(server: FastifyInstance): void {
  server.addHook('onSend', ({ method }, reply, payload, done) => {
    const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBytes || method === 'HEAD' || payload.length <= chunkBytes) return done();
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    void reply.header('Content-Length', bytes.length);
    done(null, Readable.from(chunksOf(bytes), { objectMode: false }));
  });
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

// Closes connections while the server drains. A connection that is kept alive after its last response would delay the
// shutdown until its client closes it.
function closeWhenDraining(server: FastifyInstance, draining: AbortSignal): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.aborted) void reply.header('Connection', 'close');
    done();
  });
}
