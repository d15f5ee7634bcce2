/**
 * Database rows of uploads. A row is not created if the owner of the upload has reached a limit. Only one request at a
 * time can lock a row.
 */
import type { Expression, ExpressionBuilder, Selectable, SqlBool, Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import { decryptColumn, encryptColumn } from '../db/encrypted-column.ts';
import type { Tables, UploadRow } from '../db/tables.ts';
import { fileTooLarge } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import { cleanFileName } from '../kit/file-name.ts';
import type { NewId } from '../kit/ids.ts';
import type { Lease } from '../leases/lease.ts';
import { checkBounds } from './bounds.ts';

export interface NewUpload {
  /** Owner of the file: the caller's name in the rate limiter, which identifies an account or an IP address. */
  owner: string;
  /** Name of the file, as specified by the caller. */
  fileName: string;
  /** Size in bytes, if the caller knows it. */
  size?: number | undefined;
  /** Upper bound on the size of the file, in bytes. */
  maxBytes: number;
}

export interface UploadRowServices {
  database: Database;
  lease: Pick<Lease, 'claim' | 'release'>;
  clock: Clock;
  newId: NewId;
  encryption: Encryption;
  /** Returns the disk space available for files, in bytes. */
  availableBytes: () => number;
}

export type Upload = Selectable<UploadRow>;

/** Condition that selects rows. */
export type Condition = (row: ExpressionBuilder<Tables, 'uploads'>) => Expression<SqlBool>;

/**
 * Inserts a row. Throws `file_too_large` for a file above its limit, `rate_limited` if the owner has too many open
 * uploads, or 503 if the disk is full.
 */
export async function insertUpload(
  { database, clock, newId, encryption, availableBytes }: UploadRowServices,
  { owner, fileName, size, maxBytes }: NewUpload,
  { lifeMs, metadata }: { lifeMs: number; metadata?: string },
): Promise<Upload> {
  if (size !== undefined && size > maxBytes) throw fileTooLarge(maxBytes);
  const [id, now, bytes] = [newId(), clock.now(), size ?? 0];
  const encrypted = (text: string) => encryptColumn(encryption, text, id);
  const isResumable = metadata !== undefined;
  const row = {
    ...{ id, owner, file_name: encrypted(cleanFileName(fileName)) },
    ...{ max_bytes: maxBytes, length: isResumable ? bytes : null, bytes, object: null },
    ...{ created_at: now, received_at: null, expires_at: now + lifeMs, claim: null, lease_id: null },
    metadata: isResumable ? encrypted(metadata) : null,
  };
  const available = availableBytes();
  await database.write(async (db) => {
    await checkBounds(db, { owner, id, bytes, largest: maxBytes, available, now });
    await db.insertInto('uploads').values(row).execute();
  });
  return row;
}

/**
 * Locks the upload with this id for one request. The lock ends when the lease of this process ends. Returns undefined
 * if another request holds the lock, the file was already received, the upload has expired, or `condition` is not met.
 * `then` runs in the transaction that locks the upload.
 */
export async function lockUpload(
  { database, lease, clock, newId }: UploadRowServices,
  id: string,
  condition: Condition,
  then: (db: Transaction<Tables>, row: Upload) => Promise<void> = async () => {},
): Promise<Upload | undefined> {
  const claim = newId();
  const now = clock.now();
  const write = (leaseId: string) =>
    database.write(async (db) => {
      const row = await db
        .updateTable('uploads')
        .set({ claim, lease_id: leaseId })
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .where('object', 'is', null)
        .where('lease_id', 'is', null)
        .where(condition)
        .returningAll()
        .executeTakeFirst();
      if (row) await then(db, row);
      return row;
    });
  const release = () =>
    database.query
      .updateTable('uploads')
      .set({ claim: null, lease_id: null })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .execute();
  return lease.claim(write, release);
}

/**
 * Decrypts a column of the upload, such as its file name. Returns '' if the column was encrypted with another
 * `SECRET_KEY`. Without the file name, the format is detected from the content alone.
 */
export function textOf(encryption: Encryption, { id }: Pick<Upload, 'id'>, stored: string | null): string {
  try {
    return stored === null ? '' : decryptColumn(encryption, stored, id);
  } catch {
    return '';
  }
}
