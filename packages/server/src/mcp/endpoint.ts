/** POST /mcp (contract §13.1): serves the MCP tools over streamable HTTP, with the same guards as every endpoint. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { McpHttpHandler, RequestId, Server } from '@modelcontextprotocol/server';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountPlan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import { callerBehind } from '../http/guards/caller.ts';
import { idempotencyHeaders } from '../http/openapi/headers.ts';
import { untilAbandoned } from '../http/running-requests.ts';
import { errorSchema } from '../http/openapi/errors.ts';
import type { OwnAddress } from '../http/own-address.ts';
import { CountedPlace } from '../http/guards/counted-place.ts';
import { throttleCall } from '../http/guards/request-guards.ts';
import type { Watching } from '../http/guards/watching.ts';
import type { NewId } from '../kit/ids.ts';
import type { Throttle } from '../limits/throttle.ts';
import { Bodies } from './body.ts';
import { Cancellations } from './cancellations.ts';
import { readMessages, type PostedMessages } from './messages.ts';
import { Origins } from './origins.ts';
import type { Caller } from './server.ts';

export interface McpRouteServices {
  /** Creates the MCP server that answers one request of a caller. */
  serverFor: (caller: Caller) => Server | Promise<Server>;
  origins: readonly string[];
  address: OwnAddress;
  throttle: Throttle;
  /** Plan of callers without a key. */
  anonymousPlan: AccountPlan;
  watching: Watching;
  newId: NewId;
  /** Aborts when the server stops accepting work. */
  draining: AbortSignal;
  /** Aborts when the server, while it shuts down, stops waiting for running requests. */
  ending: AbortSignal;
}

const message = z.looseObject({ jsonrpc: z.literal('2.0') }).meta({ id: 'McpMessage' });
const rpcError = z.object({
  jsonrpc: z.literal('2.0'),
  error: z.looseObject({ code: z.int(), message: z.string() }),
  id: z.union([z.string(), z.int(), z.null()]).optional(),
});
const refusal = { 'application/json': { schema: z.union([rpcError, errorSchema]) } };

const schema = {
  operationId: 'callTools',
  summary: 'Lists tools for agents and calls tools, over MCP (streamable HTTP).',
  requestHeaders: idempotencyHeaders,
  body: { content: { 'application/json': { schema: z.union([message, z.array(message)]) } } },
  response: {
    200: {
      description: 'The response, or a stream of notifications that ends with it.',
      content: { 'application/json': { schema: message }, 'text/event-stream': { schema: z.string() } },
    },
    202: { description: 'The notification was accepted.' },
    400: { description: 'The message does not have a supported version.', content: refusal },
    403: { description: 'A page of another site sent the request.', content: refusal },
    404: { description: 'Unknown method.', content: refusal },
    413: { description: 'The message is too large.', content: refusal },
    415: { description: 'The message is not JSON.', content: refusal },
  },
};

export const mcpRoutes: FastifyPluginCallback<McpRouteServices> = (server, services, done) => {
  const origins = new Origins(services.origins, services.address);
  const endpoint = new Endpoint(services);
  server.addHook('onRequest', (request, reply, next) => {
    origins.check(request);
    void reply.headers(origins.headersFor(request));
    next();
  });
  server.post('/mcp', { config: { key: 'optional', checksOrigin: true }, schema }, (request, reply) =>
    endpoint.answer(request, reply),
  );
  server.options('/mcp', { config: { key: 'none' }, schema: { hide: true } }, (request, reply) =>
    reply.status(204).headers(origins.preflightHeadersFor(request)).send(),
  );
  done();
};

class Endpoint {
  readonly #services: McpRouteServices;
  #handler: Promise<McpHttpHandler> | undefined;
  readonly #bodies = new Bodies();
  readonly #cancellations = new Cancellations();
  /** The caller of each request that was passed to the protocol handler. */
  readonly #callers = new WeakMap<Request, Caller>();

  constructor(services: McpRouteServices) {
    this.#services = services;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    using body = await this.#bodies.read(request);
    const messages = readMessages(body.json);
    const session = sessionOf(request);
    for (const id of messages.cancelled) this.#cancellations.cancel(session, id);
    const { refusals, places } = await this.#throttle(request, reply, messages);
    const idempotencyKey = request.headers['idempotency-key']?.toString();
    if (idempotencyKey !== undefined && messages.calls.length > 1)
      for (const id of messages.calls) refusals.set(id, keyOfSeveral());
    if (messages.methods.has('initialize')) void reply.header('Mcp-Session-Id', this.#services.newId());
    using watch = this.#cancellations.watch(session, messages.calls);
    using waiting = this.#countSubscription(request, messages);
    const signal = untilAbandoned(request, reply, waiting.until);
    const asked = new Request(`${this.#services.address.baseUrl}/mcp`, {
      method: 'POST',
      headers: headersOf(request),
      signal,
    });
    const { account } = request;
    this.#callers.set(asked, {
      caller: callerBehind(request),
      account,
      plan: account?.plan ?? this.#services.anonymousPlan,
      idempotencyKey,
      requestId: request.id,
      signal,
      refusals,
      places,
      cancelled: watch.signalOf,
      log: request.log,
    });
    const handler = await (this.#handler ??= this.#newHandler());
    const response = await handler.fetch(asked, { parsedBody: body.json });
    if (this.#services.ending.aborted) throw this.#services.ending.reason;
    return await send(response, reply);
  }

  async #newHandler(): Promise<McpHttpHandler> {
    // The package is loaded on first use, because it takes more memory than any other import of the server.
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    return createMcpHandler(({ requestInfo }) => {
      const caller = requestInfo && this.#callers.get(requestInfo);
      if (!caller) throw new Error('a message came without its caller');
      return this.#services.serverFor(caller);
    });
  }

  /** Counts each tool call. The rate-limit headers of the response describe the last call. */
  async #throttle(
    request: FastifyRequest,
    reply: FastifyReply,
    { calls }: PostedMessages,
  ): Promise<{ refusals: Map<RequestId, ServiceError>; places: Map<RequestId, CountedPlace> }> {
    const refusals = new Map<RequestId, ServiceError>();
    const places = new Map<RequestId, CountedPlace>();
    for (const id of calls) {
      const counted = await throttleCall(request, reply, this.#services);
      if (counted instanceof CountedPlace) places.set(id, counted);
      else {
        refusals.set(id, counted);
        void reply.header('Retry-After', counted.retryAfter);
      }
    }
    return { refusals, places };
  }

  /**
   * Limits the number of subscriptions, because each subscription keeps its connection open until its client
   * disconnects. When the server stops accepting work, the returned signal `until` also ends the subscription. A
   * subscription that stays open would delay the shutdown.
   */
  #countSubscription(
    request: FastifyRequest,
    { methods }: PostedMessages,
  ): Disposable & { until: AbortSignal } {
    const { watching, draining, ending } = this.#services;
    if (!methods.has('subscriptions/listen')) return { until: ending, [Symbol.dispose]: () => {} };
    const end = watching.begin(callerBehind(request));
    return { until: draining, [Symbol.dispose]: end };
  }
}

function keyOfSeveral(): ServiceError {
  return new ServiceError(
    'bad_request',
    'The header Idempotency-Key applies to one call. Send each call with its own key.',
    { details: { field: 'Idempotency-Key' } },
  );
}

/** Resolves when the last byte has been sent or the client has disconnected. */
async function send({ status, headers, body }: Response, reply: FastifyReply): Promise<FastifyReply> {
  // Omits the header `connection`, because the HTTP server, not the protocol handler, decides whether the connection
  // stays open.
  for (const [name, value] of headers) if (name !== 'connection') void reply.header(name, value);
  void reply.status(status);
  if (!body) return reply.send();
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  if (headers.get('content-type') === 'application/json') return reply.send(await buffer(stream));
  void reply.send(stream);
  await finished(stream).catch(() => {});
  return reply;
}

/** Headers that the protocol handler reads. */
const headersOf = ({ headers }: FastifyRequest) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name) ? [[name, value]] : [],
  );

function sessionOf(request: FastifyRequest): string | undefined {
  const session = request.headers['mcp-session-id'];
  return typeof session === 'string' ? `${callerBehind(request)} ${session}` : undefined;
}
