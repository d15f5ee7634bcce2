/** What is not well-formed HTTP still gets the envelope and the headers that every response has. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { NewId } from '../kit/ids.ts';
import { callerOf } from './caller.ts';
import { guardHeaders, type GuardServices } from './request-guards.ts';
import { closeLingering, discardInput } from './lingering-close.ts';

interface MalformedServices extends Pick<GuardServices, 'plan' | 'throttle'> {
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
export type MalformedRequestHandler = (error: { code?: string }, socket: Socket) => void;

export function malformedRequestHandler({
  newId,
  plan,
  throttle,
  log,
}: MalformedServices): MalformedRequestHandler {
  /** Node tells of an error again with whatever comes after it. */
  const answered = new WeakSet<Socket>();

  async function answer({ code = '' }: { code?: string }, socket: Socket): Promise<void> {
    const { status, message } = answers[code] ?? malformed;
    const id = newId();
    log.info({ reqId: id, code }, 'not well-formed HTTP');
    const verdict = await throttle.look(callerOf(socket.remoteAddress ?? ''), plan.requestsPerMinute);
    const body = JSON.stringify(new ServiceError('bad_request', message).toEnvelope());
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      ...guardHeaders(id, verdict),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    closeLingering(socket, [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
  }

  return (error, socket) => {
    if (answered.has(socket) || socket.writableEnded) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    discardInput(socket);
    answer(error, socket).catch((failure: unknown) => {
      log.error(failure, 'no answer to what is not well-formed HTTP');
      socket.destroy();
    });
  };
}
