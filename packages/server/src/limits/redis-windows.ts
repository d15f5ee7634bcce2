/**
 * Stores the throttle's windows in Redis. Each request runs one atomic script. While Redis is unreachable, the database
 * counts requests instead.
 */
import { luaScript, RedisAway, type Redis } from '../redis/redis.ts';
import {
  windowMs,
  type CountedRequest,
  type WindowCount,
  type WindowQuestion,
  type Windows,
} from './windows.ts';

/**
 * Lifetime of a key, in milliseconds. The lifetime is longer than the window, because the clock of Redis may differ
 * from ours.
 */
const keyMs = windowMs + 5_000;

/**
 * Lua script that counts a request. The script does not count the request if the limit is reached or the last argument
 * is empty. Returns {1 if the limit was not reached, otherwise 0; the count; the window's end}.
 */
const script = luaScript(`
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local window = redis.call('HMGET', KEYS[1], 'used', 'ends')
local used, ends = tonumber(window[1]), tonumber(window[2])
if not ends or ends <= now then used, ends = 0, now + tonumber(ARGV[3]) end
if used >= limit then return {0, used, ends} end
if ARGV[5] == '' then return {1, used, ends} end
redis.call('HSET', KEYS[1], 'used', used + 1, 'ends', string.format('%.0f', ends))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1, used + 1, ends}
`);

/**
 * Lua script that removes one request from the count. Returns {the count, the window's end}, or nothing if the
 * request's window has ended.
 */
const giveBackScript = luaScript(`
local now, reset = tonumber(ARGV[1]), tonumber(ARGV[2])
local window = redis.call('HMGET', KEYS[1], 'used', 'ends')
local used, ends = tonumber(window[1]), tonumber(window[2])
if not ends or ends <= now or math.ceil(ends / 1000) ~= reset or used < 1 then return {} end
redis.call('HSET', KEYS[1], 'used', used - 1)
return {used - 1, ends}
`);

export class RedisWindows implements Windows {
  readonly #redis: Redis;
  readonly #meanwhile: Windows;

  constructor(redis: Redis, meanwhile: Windows) {
    this.#redis = redis;
    this.#meanwhile = meanwhile;
  }

  async take(question: WindowQuestion): Promise<WindowCount> {
    return this.#ask(question, 'count').catch(unlessAway(() => this.#meanwhile.take(question)));
  }

  async look(question: WindowQuestion): Promise<WindowCount> {
    return this.#ask(question, '').catch(unlessAway(() => this.#meanwhile.look(question)));
  }

  async giveBack(request: CountedRequest): Promise<WindowCount | undefined> {
    const { caller, now, reset } = request;
    const left = await this.#redis
      .runScript(giveBackScript, this.#keyOf(caller), [now, reset])
      .catch(unlessAway(() => this.#meanwhile.giveBack(request)));
    if (!Array.isArray(left)) return left as WindowCount | undefined;
    const [used, ends] = left as number[];
    return used === undefined || ends === undefined ? undefined : { admitted: true, used, ends };
  }

  /** Sweeps the windows in the database. The windows in Redis need no sweep, because Redis expires its keys. */
  sweep(now: number): Promise<void> {
    return this.#meanwhile.sweep(now);
  }

  async #ask({ caller, limit, now }: WindowQuestion, count: 'count' | ''): Promise<WindowCount> {
    const answer = await this.#redis.runScript(script, this.#keyOf(caller), [
      now,
      limit,
      windowMs,
      keyMs,
      count,
    ]);
    const [admitted = 0, used = 0, ends = 0] = answer as number[];
    return { admitted: admitted === 1, used, ends };
  }

  #keyOf(caller: string): string {
    return `${this.#redis.prefix}throttle:${caller}`;
  }
}

const unlessAway =
  <T>(otherwise: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof RedisAway) return otherwise();
    throw error;
  };
