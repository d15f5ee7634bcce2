/** The end of a running service: nothing new is taken, what runs may finish within the grace time, the rest is aborted. */
import { setMaxListeners } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { overloaded } from '../../errors.ts';
import type { Connections } from './connections.ts';

/** How long a client has to finish a head it has begun, and later to take its last response. */
const clientGraceMs = 1_000;
/** How long after the grace time a response may take to begin: what was aborted cleans up first, on a slow disk too. */
const answerGraceMs = 10_000;

export interface RunningServices {
  server: FastifyInstance;
  connections: Connections;
  /** Each takes no more work, and resolves when none is left or `graceMs` is over. */
  drains: readonly ((graceMs: number) => Promise<void>)[];
}

/** Disposed when all that runs is closed. Until then running work is aborted at the end of the grace time. */
export class Shutdown implements Disposable {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #draining = new AbortController();
  readonly #ending = new AbortController();

  constructor() {
    // Every request in flight hangs a listener on them.
    setMaxListeners(0, this.#draining.signal, this.#ending.signal);
  }

  /** Aborts as soon as nothing new is taken: what only waits for news need not be waited for. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Aborts when the grace time is over, with the 503 that is the answer to what still runs. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves when no request and no work of a module is left. */
  async drain({ server, connections, drains }: RunningServices, graceMs: number): Promise<void> {
    this.#timers.push(
      setTimeout(() => connections.endIdle(), clientGraceMs),
      setTimeout(() => this.#ending.abort(overloaded('shutting_down')), graceMs),
      setTimeout(() => connections.endAnswered(), graceMs + clientGraceMs),
      setTimeout(() => connections.endAll(), graceMs + answerGraceMs),
    );
    this.#draining.abort();
    await Promise.all([server.close(), ...drains.map((drain) => drain(graceMs))]);
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearTimeout);
  }
}
