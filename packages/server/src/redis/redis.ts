/** A Redis or Valkey that speeds up what the database can do as well: nothing waits for it, and nothing fails for it. */
import { createHash } from 'node:crypto';
import type { Redis as Client, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { interval } from '../kit/concurrency/interval.ts';
import { hashOf } from '../kit/secrets.ts';

/** A command that takes longer counts as lost: requests wait for it. */
const commandMs = 500;
const connectMs = 2_000;
/** Tries to reach it again come at such intervals at most. */
const retryMs = 2_000;
/** How often connections are tried that nothing was asked of, so that one whose other end has gone is noticed. */
const checkEveryMs = 2_500;

const options = {
  connectionName: 'protean',
  connectTimeout: connectMs,
  commandTimeout: commandMs,
  // Commands fail at once while there is no connection, instead of waiting for the next.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  lazyConnect: true,
  retryStrategy: (attempts: number) => Math.min(attempts * 100, retryMs),
} satisfies RedisOptions;

type RedisLog = Pick<Logger, 'info' | 'warn'>;

/** It is away; the caller does without it. */
export class RedisAway extends Error {
  override name = 'RedisAway';

  constructor(cause: unknown) {
    super('Redis does not answer', { cause });
  }
}

/** A script and the digest by which Redis keeps it. */
export interface LuaScript {
  text: string;
  digest: string;
}

export function luaScript(text: string): LuaScript {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

export class Redis {
  readonly #client: Client;
  readonly #log: RedisLog;
  /** Begins all names of keys and channels, so that installations may share one server. */
  readonly prefix: string;
  /** Whether the last command was answered. */
  #answers = true;
  #lastError: unknown;
  readonly #stopChecking: () => void;

  /** Resolves also when it is away. */
  static async open(url: string, secret: string, log: RedisLog): Promise<Redis> {
    // Loaded only where it is used.
    const { Redis: IoRedis } = await import('ioredis');
    const redis = new Redis(new IoRedis(url, options), secret, log);
    await redis.#client.connect().catch(() => {});
    await redis.check();
    return redis;
  }

  private constructor(client: Client, secret: string, log: RedisLog) {
    this.#client = client;
    this.#log = log;
    this.prefix = `protean:${hashOf(`redis ${secret}`).slice(0, 16)}:`;
    client.on('error', (error: unknown) => (this.#lastError = error));
    client.on('ready', () => void this.check());
    client.on('close', () => this.#lost(this.#lastError));
    this.#stopChecking = interval(
      checkEveryMs,
      async () => void (await this.check()),
      () => {},
    );
  }

  /** Whether it answered the last time that it was asked. */
  get answers(): boolean {
    return this.#answers;
  }

  /** Throws {@link RedisAway} within half a second. */
  async run<T>(command: (client: Client) => Promise<T>): Promise<T> {
    try {
      const answer = await command(this.#client);
      this.#found();
      return answer;
    } catch (error) {
      this.#lost(error);
      // One that is connected and silent would cost each request the same wait.
      if (isTimeout(error) && this.#client.status === 'ready') this.#client.disconnect(true);
      throw new RedisAway(error);
    }
  }

  /** Runs a script on one key, by its digest where Redis has it already; throws as {@link run} does. */
  async runScript(
    { text, digest }: LuaScript,
    key: string,
    args: readonly (string | number)[],
  ): Promise<unknown> {
    return this.run((client) =>
      client.evalsha(digest, 1, key, ...args).catch((error: unknown) => {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
          return client.eval(text, 1, key, ...args);
        throw error;
      }),
    );
  }

  /** Whether it answers now. */
  async check(): Promise<boolean> {
    return this.run((client) => client.ping()).then(
      () => true,
      () => false,
    );
  }

  /**
   * Has `onText` called with what is published on `channel`, by a connection of its own that is opened again when it breaks.
   * Returns how to end it.
   */
  subscribe(channel: string, onText: (text: string) => void): () => void {
    const subscriber = this.#client.duplicate({ autoResubscribe: false });
    // It is lost with the first connection, which tells.
    subscriber.on('error', () => {});
    const again = () => subscriber.disconnect(true);
    subscriber.on('ready', () => void subscriber.subscribe(channel).catch(again));
    subscriber.on('message', (_channel: string, text: string) => onText(text));
    subscriber.connect().catch(() => {});
    const check = async () => {
      if (subscriber.status === 'ready') await subscriber.ping();
    };
    const stopChecking = interval(checkEveryMs, check, again);
    return () => {
      stopChecking();
      subscriber.disconnect();
    };
  }

  close(): void {
    this.#stopChecking();
    this.#client.removeAllListeners('close');
    this.#client.disconnect();
  }

  #found(): void {
    if (!this.#answers) this.#log.info('Redis is back');
    this.#answers = true;
  }

  #lost(cause: unknown): void {
    if (this.#answers)
      this.#log.warn({ cause: textOf(cause) }, 'Redis is away: the database counts meanwhile');
    this.#answers = false;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out';

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'the connection was closed');

/** The one that `REDIS_URL` names, if it does; `secret` is that of the installation. */
export async function openRedis(
  url: string | undefined,
  secret: string,
  log: RedisLog,
): Promise<Redis | undefined> {
  return url === undefined ? undefined : Redis.open(url, secret, log);
}
