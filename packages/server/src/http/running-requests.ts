/** The requests that are carried out for accounts now, so that they end when their account is deleted. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountDeleted } from '../accounts/open-account.ts';
import { untilClientLeaves } from './connections/client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the account of the request is deleted; null for callers without one. */
    accountDeleted: AbortSignal | null;
  }
}

export class RunningRequests {
  readonly #byAccount = new Map<string, Set<AbortController>>();

  /** The signal of a request that ends when `response` closes. */
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

  /** Those that have requests. */
  get accounts(): string[] {
    return [...this.#byAccount.keys()];
  }

  /** Ends all requests of an account. */
  abort(accountId: string): void {
    for (const request of this.#byAccount.get(accountId) ?? []) request.abort(accountDeleted());
  }
}

/** To be added after the request guards, which find the account. */
export function trackRunningRequests(server: FastifyInstance, running: RunningRequests): void {
  server.decorateRequest('accountDeleted', null);
  server.addHook('onRequest', (request, reply, done) => {
    if (request.account) request.accountDeleted = running.begin(request.account.id, reply.raw);
    done();
  });
}

/** Aborts when the client leaves, when the account of the request is deleted, or with `ending`. */
export function untilAbandoned(
  request: FastifyRequest,
  reply: FastifyReply,
  ...ending: readonly AbortSignal[]
): AbortSignal {
  const deleted = request.accountDeleted ? [request.accountDeleted] : [];
  // One of all of them: a signal that others follow is slow to make.
  return AbortSignal.any([untilClientLeaves(reply.raw), ...deleted, ...ending]);
}
