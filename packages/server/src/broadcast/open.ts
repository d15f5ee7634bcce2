/** Opens the way by which the processes of this installation tell each other something at once. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Redis } from '../redis/redis.ts';
import { noBroadcast, type Broadcast } from './broadcast.ts';

interface BroadcastServices {
  database: Pick<Database, 'query'>;
  redis: Redis | undefined;
}

/** By Redis where there is one, else by PostgreSQL; each is loaded only where it is used. */
export async function openBroadcast(
  { databaseUrl: url }: Pick<Config, 'databaseUrl'>,
  { database, redis }: BroadcastServices,
): Promise<Broadcast> {
  if (redis) return (await import('./redis.ts')).openRedisBroadcast(redis);
  if (url === undefined) return noBroadcast;
  return (await import('./postgres.ts')).openPostgresBroadcast({ url, database });
}
