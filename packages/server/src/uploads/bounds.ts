/** How much may be uploaded and not used up at once: of one owner, and of all on one disk (contract §15.4). */
import { sql, type Transaction } from 'kysely';
import { isEmbedded } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { overloaded, ServiceError } from '../errors.ts';

/** Files of one owner. */
const maxFiles = 100;
/** Bytes of one owner: so many times the largest file, but no more than this unless one file is larger. */
const maxFilesOfLargest = 8;
const maxBytes = 10 * 1024 ** 3;

interface BoundsRequest {
  owner: string;
  /** The upload, which is not counted twice. */
  id: string;
  /** What its file may come to. */
  bytes: number;
  /** The largest file that the owner may send. */
  largest: number;
  /** What the disk has left for files. */
  available: number;
  now: number;
}

/**
 * To be called in the transaction that opens or locks the upload: until it ends no other does so for that owner. Throws
 * `rate_limited` for too many files or bytes of the owner, 503 for too many of all.
 */
export async function checkBounds(
  db: Transaction<Tables>,
  { owner, id, bytes, largest, available, now }: BoundsRequest,
): Promise<void> {
  // An owner has no row of its own that could be locked; a write transaction of SQLite excludes every other one.
  if (!isEmbedded(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`.execute(db);
  const others = db.selectFrom('uploads').where('id', '!=', id).where('expires_at', '>', now);
  const mine = await others
    .where('owner', '=', owner)
    .select(({ fn }) => [
      fn.countAll().as('files'),
      fn.sum('bytes').as('bytes'),
      fn.min('expires_at').as('next'),
    ])
    .executeTakeFirstOrThrow();
  const wait = Math.max(1, Math.ceil((Number(mine.next) - now) / 1000));
  if (Number(mine.files) >= maxFiles) throw tooMany('too_many_open_uploads', maxFiles, wait, now);
  const most = Math.max(largest, Math.min(maxFilesOfLargest * largest, maxBytes));
  if (Number(mine.bytes) + bytes > most) throw tooMany('too_many_open_bytes', most, wait, now);
  const all = await others.select(({ fn }) => fn.sum('bytes').as('bytes')).executeTakeFirstOrThrow();
  // Files already received are missing from what is available: uploads take no more than half of the disk.
  if (Number(all.bytes) + bytes > available)
    throw overloaded('disk_full', new Error(`uploads hold ${all.bytes} bytes, ${available} are available`));
}

function tooMany(
  reason: 'too_many_open_uploads' | 'too_many_open_bytes',
  limit: number,
  wait: number,
  now: number,
): ServiceError {
  const what = reason === 'too_many_open_uploads' ? 'files' : 'bytes';
  return new ServiceError(
    'rate_limited',
    `Your uploads have reached the limit of ${limit} ${what} at the same time. Delete some, or try again in ${wait} s.`,
    {
      details: { reason, limit, retry_after: wait },
      retryAfter: wait,
      bound: { limit, reset: Math.ceil(now / 1000) + wait },
    },
  );
}
