/**
 * Shutdown of the service: rejects new work, lets running work finish within the grace period, then aborts unfinished
 * work.
 */
import { setMaxListeners } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { overloaded } from '../../errors.ts';
import type { Connections } from './connections.ts';

/**
 * Time in milliseconds that clients get at the start and at the end of a shutdown. At the start of a shutdown, clients
 * may finish sending the head of a request. At the end of a shutdown, after the server's grace period, clients may
 * finish reading a response.
 */
const clientGraceMs = 1_000;
/**
 * Time in milliseconds from the end of the grace period until all remaining connections are closed. Aborted work
 * removes its files before its response is sent, which takes time on slow disks.
 */
const answerGraceMs = 10_000;

export interface RunningServices {
  server: FastifyInstance;
  connections: Connections;
  /** Functions that stop accepting work. Each function resolves when no work is left or after `graceMs`. */
  drains: readonly ((graceMs: number) => Promise<void>)[];
}

/**
 * Aborts running work at the end of the grace period. The caller disposes of the `Shutdown` after all services are
 * closed.
 */
export class Shutdown implements Disposable {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #draining = new AbortController();
  readonly #ending = new AbortController();

  constructor() {
    // Raises Node's limit of listeners per signal, because every request in flight adds a listener to each
    // signal.
    setMaxListeners(0, this.#draining.signal, this.#ending.signal);
  }

  /**
   * Aborts when the server stops accepting work. Requests that only wait for changes of a job end when this signal
   * aborts.
   */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Aborts at the end of the grace period, with the 503 error that running requests return. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves when no requests are left and every module has drained. */
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
