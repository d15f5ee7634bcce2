/** Tracks the requests in progress of each account, and aborts them when the account is deleted. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountDeleted } from '../accounts/open-account.ts';
import { untilClientLeaves } from './connections/client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Signal that aborts when the account of the request is deleted. Null for callers without an account. */
    accountDeleted: AbortSignal | null;
  }
}

export class RunningRequests {
  readonly #byAccount = new Map<string, Set<AbortController>>();

  /** Registers a request until `response` closes. Returns a signal that aborts when the account is deleted. */
  begin(accountId: string, response: FastifyReply['raw']): AbortSignal {
    const request = new AbortController();
    const others = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, others.add(request));
    response.once('close', () => {
      others.delete(request);
      if (others.size === 0 && this.#byAccount.get(accountId) === others) this.#byAccount.delete(accountId);
    });
    return request.signal;
  }

  /** Accounts with requests in progress. */
  get accounts(): string[] {
    return [...this.#byAccount.keys()];
  }

  /** Aborts all requests of an account. */
  abort(accountId: string): void {
    for (const request of this.#byAccount.get(accountId) ?? []) request.abort(accountDeleted());
  }
}

/**
 * Tracks requests. Call this function after the request guards are added, because the guards determine the account of a
 * request.
 */
export function trackRunningRequests(server: FastifyInstance, running: RunningRequests): void {
  server.decorateRequest('accountDeleted', null);
  server.addHook('onRequest', (request, reply, done) => {
    if (request.account) request.accountDeleted = running.begin(request.account.id, reply.raw);
    done();
  });
}

/**
 * Returns a signal that aborts when the client disconnects, when the account is deleted, or when one of the signals in
 * `ending` aborts.
 */
export function untilAbandoned(
  request: FastifyRequest,
  reply: FastifyReply,
  ...ending: readonly AbortSignal[]
): AbortSignal {
  const deleted = request.accountDeleted ? [request.accountDeleted] : [];
  // Returns one combined signal, because chains of signals are slow to create.
  return AbortSignal.any([untilClientLeaves(reply.raw), ...deleted, ...ending]);
}
