/** The HTTP server: the door, the failures and the routes put together, and an orderly way to stop. */
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Planner } from '../convert/planner.ts';
import type { NewId } from '../kit/ids.ts';
import { hangDoor, type DoorParts } from './door.ts';
import { handleFailures } from './failures.ts';
import { answerGarbage } from './garbage.ts';
import { refuseOtherMethods } from './methods.ts';
import { addConvertRoute, type ConvertParts } from './routes/convert.ts';
import { addFormatsRoute } from './routes/formats.ts';
import { addHealthRoutes, type PartState } from './routes/health.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addSignUpRoutes, type SignUpRouteParts } from './routes/sign-up.ts';

/** How long the rest of an upload that was refused is read and thrown away, so that the refusal arrives. */
const lingerMs = 2_000;

export interface ServerParts extends DoorParts, ConvertParts, SignUpRouteParts {
  log: FastifyBaseLogger;
  newId: NewId;
  trustProxy: readonly string[];
  routes: Planner;
  checkParts(): Promise<readonly PartState[]>;
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const server = fastify({
    loggerInstance: parts.log,
    // One line a request, written by ourselves, instead of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => parts.newId(),
    requestIdHeader: false,
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      answerGarbage({ code: 'bad URL' }, raw.socket, parts);
    },
    clientErrorHandler: (error, socket) => answerGarbage(error, socket, parts),
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
  });
  hangDoor(server, parts);
  handleFailures(server);
  logRequests(server);
  letGoOfRefusedUploads(server);
  closeConnectionsWhenEnding(server);
  // Bodies are read by the routes themselves, as streams.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const refuseTheRest = refuseOtherMethods(server);
  addConvertRoute(server, parts);
  addFormatsRoute(server, parts.routes);
  addKeyRoutes(server, parts);
  addSignUpRoutes(server, parts);
  addHealthRoutes(server, () => parts.checkParts());
  refuseTheRest();
  return server;
}

function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0];
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
}

// An answer before the end of the upload: closing at once could make the client lose the answer, so what
// still comes is thrown away for a moment, and then the connection is cut.
function letGoOfRefusedUploads(server: FastifyInstance): void {
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const cut = setTimeout(() => raw.destroy(), lingerMs).unref();
      raw.once('close', () => clearTimeout(cut));
      raw.once('end', () => clearTimeout(cut));
      raw.resume();
    }
    done();
  });
}

// A connection kept alive after its last answer would hold up the end until the client lets go of it.
function closeConnectionsWhenEnding(server: FastifyInstance): void {
  let ending = false;
  server.addHook('preClose', (done) => {
    ending = true;
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending) void reply.header('Connection', 'close');
    done();
  });
}
