/**
 * Uploads: files that are received before their conversion is requested. Only the owner of an upload can use it
 * (contract §15).
 */
import { fileTooLarge } from '../errors.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Links } from '../storage/links.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import { checkBounds } from './bounds.ts';
import { UploadLock } from './lock.ts';
import { curlCommand } from './curl.ts';
import { noSuchFile, noSuchLink } from './errors.ts';
import { expiryAfterUse, linkMs } from './lifetimes.ts';
import type { PartialFiles } from './partial-files.ts';
import { lockUpload, insertUpload, textOf, type NewUpload, type UploadRowServices } from './rows.ts';
import { removeUploads } from './sweep.ts';

export interface CreatedUpload {
  fileId: string;
  /** Signed URL. Anyone who has the URL can send the file, once. */
  uploadUrl: string;
  /** Expiry time of the link, in milliseconds since the epoch. */
  expiresAt: number;
  /** Upper bound on the size of the file, in bytes. */
  maxSize: number;
  /** Command line that sends the file. */
  curl: string;
}

export interface UploadedFile {
  fileName: string;
  /** Size in bytes. */
  size: number;
}

export interface UploadServices extends UploadRowServices {
  store: ObjectStore;
  partialFiles: PartialFiles;
  links: Links;
  orphanedObjects: OrphanedObjects;
}

export class Uploads {
  readonly #services: UploadServices;

  constructor(services: UploadServices) {
    this.#services = services;
  }

  /** Opens an upload by a link. Throws the same errors as {@link insertUpload}. */
  async create(upload: NewUpload): Promise<CreatedUpload> {
    const row = await insertUpload(this.#services, upload, { lifeMs: linkMs });
    const uploadUrl = this.#services.links.toUpload(row.id, linkMs / 1000);
    const curl = curlCommand(textOf(this.#services.encryption, row, row.file_name), uploadUrl);
    return { fileId: row.id, uploadUrl, expiresAt: row.expires_at, maxSize: row.max_bytes, curl };
  }

  /**
   * Locks an upload for the request that sends its file. `query` is the query of the link. Checks the limits with the
   * announced size or, if no size was announced, with the maximum size. Throws `not_found` if the link is invalid or
   * was used, and `file_too_large` for a file above its limit. If the upload exceeds any other limit, throws the same
   * errors as {@link create}.
   */
  async lock(
    id: string,
    query: Readonly<Record<string, unknown>>,
    contentLength: number | undefined,
  ): Promise<UploadLock> {
    const { clock, encryption, links, availableBytes } = this.#services;
    if (!links.opensUpload(id, query)) throw noSuchLink();
    const [now, available] = [clock.now(), availableBytes()];
    const row = await lockUpload(
      this.#services,
      id,
      (upload) => upload('length', 'is', null),
      async (db, { owner, max_bytes: largest }) => {
        const bytes = contentLength ?? largest;
        if (bytes > largest) throw fileTooLarge(largest);
        await checkBounds(db, { owner, id, bytes, largest, available, now });
        await db.updateTable('uploads').set({ bytes }).where('id', '=', id).execute();
      },
    );
    if (!row) throw noSuchLink();
    return new UploadLock(this.#services, row, textOf(encryption, row, row.file_name));
  }

  /**
   * Provides the file at `path`, which must not be modified. After this call, the upload can be used again until it
   * expires. Throws `not_found` if the id is wrong, belongs to another owner, has no file yet or has expired.
   */
  async fetch(id: string, owner: string, path: string): Promise<UploadedFile> {
    const { database, clock, encryption, store } = this.#services;
    const now = clock.now();
    const row = await database.query
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!row?.object || row.received_at === null) throw noSuchFile();
    await store.fetch(row.object, path).catch((error: NodeJS.ErrnoException) => {
      // ENOENT means that the file was removed after its row had been read.
      throw error.code === 'ENOENT' ? noSuchFile(error) : error;
    });
    const expires = expiryAfterUse(now, row.received_at);
    await database.relaxedDurability((db) =>
      db.updateTable('uploads').set({ expires_at: expires }).where('id', '=', id).execute(),
    );
    return { fileName: textOf(encryption, row, row.file_name), size: row.bytes };
  }

  /**
   * Removes an upload, whether its file was received or not. Returns false if the upload does not exist or belongs to
   * another owner.
   */
  async remove(id: string, owner: string): Promise<boolean> {
    return (await removeUploads(this.#services, (row) => row.and({ id, owner }))) > 0;
  }

  /** Removes all uploads of `owner`, including uploads that are being received. */
  async removeAllOf(owner: string): Promise<void> {
    await removeUploads(this.#services, (row) => row('owner', '=', owner));
  }

  /** Removes expired uploads. */
  async sweep(): Promise<void> {
    const now = this.#services.clock.now();
    await removeUploads(this.#services, (row) =>
      // If an upload is being received when its link expires, it may still be completed.
      row.and([row('expires_at', '<=', now), row('lease_id', 'is', null)]),
    );
  }
}
