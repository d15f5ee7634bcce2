/** Responds to malformed HTTP with the error envelope and with the headers that every response has. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import { ServiceError } from '../../errors.ts';
import type { NewId } from '../../kit/ids.ts';
import type { Throttle } from '../../limits/throttle.ts';
import { callerOf } from '../../kit/caller-of.ts';
import { closeLingering, discardInput } from './lingering-close.ts';
import { guardHeaders } from '../guards/request-guards.ts';

interface MalformedRequestServices {
  newId: NewId;
  throttle: Throttle;
  anonymousPlan: AccountPlan;
  log: FastifyBaseLogger;
}

const responses: Readonly<Record<string, { status: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request was sent too slowly.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request has too many or too long headers.',
  },
};

const malformed = { status: '400 Bad Request', message: 'The HTTP request is malformed.' };

/** Writes the response directly to the socket, because no request object exists, and closes the socket. */
export type MalformedRequestHandler = (error: { code?: string }, socket: Socket) => void;

export function malformedRequestHandler(services: MalformedRequestServices): MalformedRequestHandler {
  const { newId, throttle, anonymousPlan, log } = services;
  /**
   * Sockets to which a response was already sent. If more input arrives after the response, Node reports another error
   * for the socket.
   */
  const handled = new WeakSet<Socket>();

  async function respond({ code = '' }: { code?: string }, socket: Socket): Promise<void> {
    const { status, message } = responses[code] ?? malformed;
    const id = newId();
    log.info({ reqId: id, code }, 'malformed request');
    const caller = callerOf(socket.remoteAddress ?? '');
    const verdict = await throttle.look(caller, anonymousPlan.requestsPerMinute);
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
    if (handled.has(socket) || socket.writableEnded) return;
    handled.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    discardInput(socket);
    respond(error, socket).catch((failure: unknown) => {
      log.error(failure, 'no response to a malformed request');
      socket.destroy();
    });
  };
}
