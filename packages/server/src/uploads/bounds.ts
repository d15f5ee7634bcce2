/** Limits on unused uploads: per owner, and in total for the disk (contract §15.4). */
import { sql, type Transaction } from 'kysely';
import { isEmbedded } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { overloaded, ServiceError } from '../errors.ts';

/** Maximum number of files per owner. */
const maxFiles = 100;
/**
 * Maximum total size of an owner's files, as a multiple of the largest allowed file size. The total size is also
 * limited to `maxBytes`. One file of the largest allowed size is always accepted.
 */
const maxFilesOfLargest = 8;
const maxBytes = 10 * 1024 ** 3;

interface BoundsRequest {
  owner: string;
  /** Id of the upload to check. The upload's existing row is ignored, so that the upload is not counted twice. */
  id: string;
  /** Upper bound on the size of the upload's file, in bytes. */
  bytes: number;
  /** Size of the largest file that the owner may send, in bytes. */
  largest: number;
  /** Disk space available for files, in bytes. */
  available: number;
  now: number;
}

/**
 * Checks the limits on unused uploads. Throws `rate_limited` if the owner has too many files or bytes, and 503 if all
 * owners together have too many bytes. Call this function in the transaction that opens or locks the upload. Until the
 * transaction of the caller ends, no other transaction can check the limits of the same owner.
 */
export async function checkBounds(
  db: Transaction<Tables>,
  { owner, id, bytes, largest, available, now }: BoundsRequest,
): Promise<void> {
  // Takes a lock by name, because the owner has no row that could be locked. On SQLite no lock is needed, because a
  // write transaction excludes all other write transactions.
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
  // Received files count twice against the available disk space: they are part of the sum, and they have already
  // reduced the available space. Uploads therefore use at most half of the disk.
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
