/**
 * Broadcasts through PostgreSQL's NOTIFY. Each process has one listening connection, which is reopened if it breaks.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Broadcast } from './broadcast.ts';

const channel = 'protean';
/** Timeout for connecting and for each response, in milliseconds. */
const answerMs = 5_000;
/** Interval of the checks that detect a lost connection, in milliseconds. */
const checkEveryMs = 2_500;
const retryMs = 1_000;

interface PostgresBroadcastServices {
  url: string;
  database: Pick<Database, 'query'>;
}

/** Opens the broadcast. Resolves when the connection is listening, or after the first failed attempt. */
export async function openPostgresBroadcast(services: PostgresBroadcastServices): Promise<Broadcast> {
  const broadcast = new PostgresBroadcast(services);
  await broadcast.open();
  return broadcast;
}

class PostgresBroadcast implements Broadcast {
  readonly #url: string;
  readonly #database: Pick<Database, 'query'>;
  readonly #received = new EventEmitter<{ text: [string] }>();
  readonly #closing = new AbortController();
  #listening: Promise<void> = Promise.resolve();

  constructor({ url, database }: PostgresBroadcastServices) {
    this.#url = url;
    this.#database = database;
  }

  async open(): Promise<void> {
    const { promise: tried, resolve } = Promise.withResolvers<void>();
    this.#listening = this.#keepListening(resolve);
    await tried;
  }

  /** Sends through the pool, because the listening connection only listens. */
  async send(text: string): Promise<void> {
    await sql`select pg_notify(${channel}, ${text})`.execute(this.#database.query);
  }

  onText(listener: (text: string) => void): void {
    this.#received.on('text', listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #keepListening(onTried: () => void): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      // The reason why the connection ended is ignored, because other code already logs that the database is
      // unreachable.
      await this.#listen(onTried).catch(() => {});
      onTried();
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Opens a connection and listens on it. Resolves or rejects when the connection has ended. */
  async #listen(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'protean listener',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    });
    client.on('notification', ({ payload = '' }) => this.#received.emit('text', payload));
    const over = new AbortController();
    const end = () => over.abort();
    client.on('error', end).on('end', end);
    const ended = once(over.signal, 'abort');
    this.#closing.signal.addEventListener('abort', end);
    let stopChecking = () => {};
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onListening();
      stopChecking = interval(checkEveryMs, async () => void (await client.query('select 1')), end);
      if (!this.#closing.signal.aborted) await ended;
    } finally {
      stopChecking();
      this.#closing.signal.removeEventListener('abort', end);
      // Waits for the end of the connection only for a limited time. Closing never completes if the other end of the
      // connection does not respond.
      await Promise.race([client.end().catch(() => {}), delay(retryMs, undefined, { ref: false })]);
    }
  }
}
