/** The HTTP server: the door, the failures and the routes put together, and an orderly way to stop. */
import { Readable } from 'node:stream';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Plans } from '../accounts/plans.ts';
import type { Planner } from '../convert/planner.ts';
import { overloaded } from '../errors.ts';
import type { NewId } from '../kit/ids.ts';
import type { Connections } from './connections.ts';
import { hangDoor, type DoorParts } from './door.ts';
import { handleFailures } from './failures.ts';
import { answerGarbage } from './garbage.ts';
import { refuseOtherMethods } from './methods.ts';
import { keepPace, type Pace } from './pace.ts';
import { addConvertRoute, type ConvertParts } from './routes/convert.ts';
import { addFormatsRoute } from './routes/formats.ts';
import { addFilesRoute, type FileParts } from './routes/files.ts';
import { addHealthRoutes, type PartState } from './routes/health.ts';
import { addPlansRoute } from './routes/plans.ts';
import { addUsageRoute, type UsageParts } from './routes/usage.ts';
import { addAccountConvertRoute, type AccountConvertParts } from './routes/v1-convert.ts';
import { addJobRoutes, type JobRouteParts } from './routes/jobs.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addMetricsRoute, countAnswers, type MetricsParts } from './routes/metrics.ts';
import { addSignUpRoutes, type SignUpRouteParts } from './routes/sign-up.ts';
import { addWebhookRoutes, type WebhookParts } from './routes/webhooks.ts';

/** How long the rest of an upload that was refused is read and thrown away, so that the refusal arrives. */
const lingerMs = 2_000;

export interface ServerParts
  extends
    DoorParts,
    ConvertParts,
    AccountConvertParts,
    FileParts,
    JobRouteParts,
    UsageParts,
    SignUpRouteParts,
    WebhookParts,
    MetricsParts {
  log: FastifyBaseLogger;
  newId: NewId;
  trustProxy: readonly string[];
  headersMs: number;
  connections: Connections;
  routes: Planner;
  plans: Plans;
  checkParts(): Promise<readonly PartState[]>;
  /** Whether it takes requests; otherwise it only tells how it is. */
  serves: boolean;
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
      void answerGarbage({ code: 'bad URL' }, raw.socket, parts);
    },
    clientErrorHandler: (error, socket) => void answerGarbage(error, socket, parts),
    // While it ends it answers in its own words.
    return503OnClosing: false,
    http: {
      headersTimeout: parts.headersMs,
      connectionsCheckingInterval: Math.min(1_000, parts.headersMs),
      maxHeaderSize: 16_384,
    },
  });
  parts.connections.watch(server.server);
  server.decorate('pace', parts.pace);
  hangDoor(server, parts);
  handleFailures(server);
  logRequests(server);
  countAnswers(server, parts.metrics);
  letGoOfRefusedUploads(server);
  cutSlowReaders(server, parts.pace);
  turnAwayWhenEnding(server);
  // Bodies are read by the routes themselves, as streams.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const refuseTheRest = refuseOtherMethods(server);
  if (parts.serves) addServiceRoutes(server, parts);
  addHealthRoutes(server, () => parts.checkParts());
  addMetricsRoute(server, parts);
  refuseTheRest();
  return server;
}

function addServiceRoutes(server: FastifyInstance, parts: ServerParts): void {
  addConvertRoute(server, parts);
  addAccountConvertRoute(server, parts);
  addJobRoutes(server, parts);
  addFilesRoute(server, parts);
  addUsageRoute(server, parts);
  addPlansRoute(server, parts.plans);
  addFormatsRoute(server, parts.routes);
  addKeyRoutes(server, parts);
  addSignUpRoutes(server, parts);
  addWebhookRoutes(server, parts);
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

// A result that nobody takes would keep its file open, and the room on the disk that it has.
function cutSlowReaders(server: FastifyInstance, pace: Pace): void {
  server.addHook('onSend', ({ socket }, { raw }, payload, done) => {
    if (payload instanceof Readable) {
      const moved = () => socket.bytesWritten - socket.writableLength;
      const stop = keepPace({ moved, waitsForUs: () => raw.writableLength === 0 }, pace, () => raw.destroy());
      raw.once('close', stop);
    }
    done();
  });
}

// A connection kept alive after its last answer would hold up the end until the client lets go of it.
function turnAwayWhenEnding(server: FastifyInstance): void {
  let ending = false;
  server.addHook('preClose', (done) => {
    ending = true;
    done();
  });
  server.addHook('onRequest', (_request, _reply, done) => {
    done(ending ? overloaded('shutting_down') : undefined);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending) void reply.header('Connection', 'close');
    done();
  });
}
