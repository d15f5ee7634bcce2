/**
 * Opens the throttle of this installation. The throttle counts requests in Redis if Redis is configured. Without Redis,
 * the throttle counts requests in the database.
 */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Redis } from '../redis/redis.ts';
import { DatabaseWindows } from './database-windows.ts';
import { RedisWindows } from './redis-windows.ts';
import { Throttle } from './throttle.ts';

interface ThrottleParts {
  database: Database;
  redis: Redis | undefined;
  clock: Clock;
  /** See {@link Throttle}. */
  onError: (error: unknown) => void;
}

export function openThrottle({ database, redis, clock, onError }: ThrottleParts): Throttle {
  const inDatabase = new DatabaseWindows(database);
  const windows = redis ? new RedisWindows(redis, inDatabase) : inDatabase;
  return new Throttle({ windows, clock, onError });
}
