/** Opens the channel by which the processes of this installation notify each other. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Redis } from '../redis/redis.ts';
import { noBroadcast, type Broadcast } from './broadcast.ts';

interface BroadcastServices {
  database: Pick<Database, 'query'>;
  redis: Redis | undefined;
}

/** Uses Redis if configured, otherwise PostgreSQL. The code for Redis or PostgreSQL is loaded only if used. */
export async function openBroadcast(
  { databaseUrl: url }: Pick<Config, 'databaseUrl'>,
  { database, redis }: BroadcastServices,
): Promise<Broadcast> {
  if (redis) return (await import('./redis.ts')).openRedisBroadcast(redis);
  if (url === undefined) return noBroadcast;
  return (await import('./postgres.ts')).openPostgresBroadcast({ url, database });
}
