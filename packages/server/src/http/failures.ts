/**
 * Handles our errors, the framework's errors and bugs. Responds with the JSON error envelope (contract §11) or an HTML
 * page.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/away.ts';
import { StorageAwayError } from '../storage/away.ts';
import { overloaded, ServiceError, type ErrorCode } from '../errors.ts';
import { exhausted } from '../kit/exhaustion.ts';
import { LeaseLostError } from '../leases/lease.ts';
import { ClientGone } from './connections/client.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Error code of the response, for the metrics. */
    failureCode?: ErrorCode;
  }
  interface FastifyInstance {
    /** Responds to a failure with an HTML page. Returns undefined if the client does not want a page. */
    sendFailurePage?: (
      failure: ServiceError,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => FastifyReply | undefined;
  }
}

export function handleFailures(server: FastifyInstance): void {
  server.setErrorHandler((thrown: FastifyError, request, reply) => {
    // If the cleanup after a failure fails too, the response describes the error of the cleanup.
    const error: unknown = thrown instanceof SuppressedError ? thrown.error : thrown;
    return sendFailure(toServiceError(error), error, request, reply);
  });
  server.setNotFoundHandler((request, reply) => sendFailure(notFound(request), undefined, request, reply));
}

function sendFailure(
  failure: ServiceError,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (thrown instanceof ClientGone || reply.raw.destroyed || request.socket.destroyed) {
    request.log.info('client gone');
    return reply.hijack();
  }
  const level = failure.status >= 500 ? 'error' : 'info';
  request.log[level](
    { code: failure.code, details: failure.details, cause: causeOf(failure) },
    failure.message,
  );
  reply.failureCode = failure.code;
  if (failure.retryAfter !== undefined) void reply.header('Retry-After', failure.retryAfter);
  if (failure.bound) {
    const { limit, reset } = failure.bound;
    const ofBound = { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': 0, 'X-RateLimit-Reset': reset };
    void reply.headers(ofBound);
  }
  if (failure.code === 'invalid_api_key') void reply.header('WWW-Authenticate', 'Bearer');
  const page = request.server.sendFailurePage?.(failure, request, reply);
  return (
    page ?? reply.status(failure.status).type('application/json; charset=utf-8').send(failure.toEnvelope())
  );
}

/** Returns the cause of an error. The cause is logged together with the message for the client. */
export function causeOf({ code, cause }: ServiceError): unknown {
  if (!(cause instanceof Error)) return cause;
  // Only an error that is caused by a bug needs a stack trace. For any error other than `internal_error`, the message
  // already describes the problem of the file or the engine.
  return code === 'internal_error' ? cause.stack : cause.message;
}

/** Converts `error` to the error that the client gets. The framework's own 4xx errors keep their status. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const ranOut = exhausted(error);
  if (ranOut) return overloaded(ranOut === 'disk' ? 'disk_full' : 'busy', error);
  if (error instanceof StorageAwayError) return away('storage_away', 'The file storage', error);
  // A lease is lost if the database was unreachable and the lease could not be renewed.
  if (isDatabaseAway(error) || error instanceof LeaseLostError)
    return away('database_away', 'The database', error);
  const { statusCode, message } = error as FastifyError;
  if (statusCode === 413)
    return new ServiceError('file_too_large', 'The request is too large.', { cause: error });
  if (statusCode === 415) return notMediaType();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('bad_request', message, { status: statusCode });
  }
  return new ServiceError(
    'internal_error',
    'An internal error occurred. Include the X-Request-Id when you report it.',
    {
      cause: error,
    },
  );
}

/**
 * Error for a media type that the framework reports as unsupported. Endpoints that parse media types themselves return
 * other errors.
 */
function notMediaType(): ServiceError {
  return new ServiceError(
    'bad_request',
    'The header "Content-Type" must be a media type, such as "text/plain".',
    {
      details: { field: 'Content-Type', allowed: 'a media type' },
    },
  );
}

function away(reason: string, what: string, cause: unknown): ServiceError {
  return new ServiceError('service_unavailable', `${what} does not respond. Try again shortly.`, {
    status: 503,
    details: { reason },
    retryAfter: 5,
    cause,
  });
}

function notFound({ method, url }: FastifyRequest): ServiceError {
  const path = url.split('?')[0] ?? '';
  return new ServiceError(
    'not_found',
    `Not found: ${method} ${path.slice(0, 100)}. Convert with POST /api/convert; GET /v1/formats lists the conversions.`,
  );
}
