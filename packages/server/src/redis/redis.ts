/**
 * The client of a Redis or Valkey server, which is called Redis here. Redis does some of the work of the database,
 * because Redis is faster. While Redis is unreachable, the service works without it.
 */
import { createHash } from 'node:crypto';
import type { Redis as Client, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { interval } from '../kit/concurrency/interval.ts';
import { hashOf } from '../kit/secrets.ts';

/** Timeout of a command, in milliseconds. The timeout is short because requests wait for commands. */
const commandMs = 500;
const connectMs = 2_000;
/** Maximum delay between attempts to reconnect, in milliseconds. */
const retryMs = 2_000;
/** Interval in milliseconds for checking idle connections. The check detects a lost connection. */
const checkEveryMs = 2_500;

const options = {
  connectionName: 'protean',
  connectTimeout: connectMs,
  commandTimeout: commandMs,
  // Without a connection, commands fail immediately instead of waiting for the next connection.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  lazyConnect: true,
  retryStrategy: (attempts: number) => Math.min(attempts * 100, retryMs),
} satisfies RedisOptions;

type RedisLog = Pick<Logger, 'info' | 'warn'>;

/** Thrown if Redis is unreachable. The caller continues without Redis. */
export class RedisAway extends Error {
  override name = 'RedisAway';

  constructor(cause: unknown) {
    super('Redis does not answer', { cause });
  }
}

/** A Lua script, and the digest that identifies it in the script cache of Redis. */
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
  /** Prefix of all keys and channels, so that several installations can share one server. */
  readonly prefix: string;
  /** Whether Redis has replied to the last command. */
  #answers = true;
  #lastError: unknown;
  readonly #stopChecking: () => void;

  /** Opens the client. Resolves even if Redis is unreachable. */
  static async open(url: string, secret: string, log: RedisLog): Promise<Redis> {
    // The client library is loaded only if Redis is used.
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

  /** Whether Redis has replied to the last command. */
  get answers(): boolean {
    return this.#answers;
  }

  /** Runs a command. Throws {@link RedisAway} within 500 ms. */
  async run<T>(command: (client: Client) => Promise<T>): Promise<T> {
    try {
      const answer = await command(this.#client);
      this.#found();
      return answer;
    } catch (error) {
      this.#lost(error);
      // If a connected server does not reply, reconnects, so that later requests do not wait for the timeout too.
      if (isTimeout(error) && this.#client.status === 'ready') this.#client.disconnect(true);
      throw new RedisAway(error);
    }
  }

  /**
   * Runs a script on one key. Sends only the digest of the script if Redis has cached the script. Throws the errors of
   * {@link run}.
   */
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

  /** Checks whether Redis answers now. */
  async check(): Promise<boolean> {
    return this.run((client) => client.ping()).then(
      () => true,
      () => false,
    );
  }

  /**
   * Calls `onText` with each message on `channel`. Uses a separate connection, which is reopened when it breaks.
   * Returns a function that unsubscribes.
   */
  subscribe(channel: string, onText: (text: string) => void): () => void {
    const subscriber = this.#client.duplicate({ autoResubscribe: false });
    // Errors of the subscriber are ignored, because the main connection fails at the same time and reports its error.
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
    if (!this.#answers) this.#log.info('Redis is reachable again');
    this.#answers = true;
  }

  #lost(cause: unknown): void {
    if (this.#answers)
      this.#log.warn({ cause: textOf(cause) }, 'Redis is unreachable: the database counts requests instead');
    this.#answers = false;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out';

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'the connection was closed');

/** Connects to the server at `REDIS_URL`, if that is set. `secret` is the secret of the installation. */
export async function openRedis(
  url: string | undefined,
  secret: string,
  log: RedisLog,
): Promise<Redis | undefined> {
  return url === undefined ? undefined : Redis.open(url, secret, log);
}
