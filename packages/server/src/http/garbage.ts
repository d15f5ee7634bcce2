/** What is not well-formed HTTP still gets the envelope and the headers that every response has. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { NewId } from '../kit/ids.ts';
import { callerOf } from './caller.ts';
import { doorHeaders, type DoorParts } from './door.ts';

interface GarbageParts extends DoorParts {
  newId: NewId;
  log: FastifyBaseLogger;
}

const answers: Readonly<Record<string, { status: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request came too slowly.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request has too many or too long headers.',
  },
};

const malformed = { status: '400 Bad Request', message: 'This is not a well-formed HTTP request.' };

/** Answers on the bare socket, since there is no request to reply to, and closes it. */
export async function answerGarbage(
  error: { code?: string },
  socket: Socket,
  { newId, plan, throttle, log }: GarbageParts,
): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, message } = answers[error.code ?? ''] ?? malformed;
  const id = newId();
  log.info({ reqId: id, code: error.code }, 'not well-formed HTTP');
  const verdict = await throttle.look(callerOf(socket.remoteAddress ?? ''), plan.requestsPerMinute);
  const body = JSON.stringify(new ServiceError('bad_request', message).toEnvelope());
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...doorHeaders(id, verdict),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}
