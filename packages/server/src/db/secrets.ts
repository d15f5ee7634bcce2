/** Secrets that this installation makes up for itself, once, and that all of its processes share. */
import { newToken, type RandomBytes } from '../kit/secrets.ts';
import type { Database } from './database.ts';

/** The secret of this name, 256 random bits in base64url; the first to ask makes it. */
export async function secretNamed(database: Database, name: string, random: RandomBytes): Promise<string> {
  await database.query
    .insertInto('secrets')
    .values({ name, value: newToken(random) })
    // Whoever comes second finds what the first one made.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await database.query
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
