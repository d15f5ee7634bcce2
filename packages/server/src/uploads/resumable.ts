/** Resumable uploads. A file is received in any number of parts (contract §15.6). */
import { ServiceError } from '../errors.ts';
import { UploadLock } from './lock.ts';
import { noSuchUpload } from './errors.ts';
import { resumableMs } from './lifetimes.ts';
import { lockUpload, insertUpload, textOf, type NewUpload, type Upload } from './rows.ts';
import type { UploadServices } from './uploads.ts';

export interface UploadProgress {
  id: string;
  /** Number of received bytes. */
  offset: number;
  /** Size of the file, in bytes. */
  length: number;
  /** Metadata, as the client sent it. */
  metadata: string;
  /** Expiry time, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Permission to append a part to an upload. When this object is disposed, another request may append. */
export interface UploadPart extends AsyncDisposable {
  /** Path of the file, which already contains `offset` bytes. */
  path: string;
  offset: number;
  length: number;
  expiresAt: number;
  /** Aborts when a later request continues the upload. */
  superseded: AbortSignal;
  /** Returns the number of received bytes. Stores the file when it is complete. */
  end(): Promise<number>;
}

export class ResumableUploads {
  readonly #services: UploadServices;
  /** Parts that this process is receiving, by upload id. */
  readonly #receiving = new Map<string, { supersede: AbortController; over: Promise<void> }>();

  constructor(services: UploadServices) {
    this.#services = services;
  }

  /** Creates an upload. Throws the same errors as {@link insertUpload}. */
  async create(upload: NewUpload & { size: number; metadata: string }): Promise<UploadProgress> {
    const { metadata, size } = upload;
    const row = await insertUpload(this.#services, upload, { lifeMs: resumableMs, metadata });
    await this.#services.partialFiles.create(row.id);
    return { id: row.id, offset: 0, length: size, metadata, expiresAt: row.expires_at };
  }

  /**
   * Returns the progress of an upload. A client asks for the progress after its connection was lost. If this process is
   * still receiving a part of the file over the lost connection, stops receiving this part first. Throws `not_found` if
   * the upload does not exist.
   */
  async progress(id: string, owner: string): Promise<UploadProgress> {
    await this.#supersede(id);
    const row = await this.#find(id, owner);
    const length = row.length ?? 0;
    const offset = row.object === null ? await this.#received(id) : length;
    // If all bytes were received, the process that received the last part died before it could store the file.
    if (row.object === null && offset === length) await this.#complete(id, owner);
    const metadata = textOf(this.#services.encryption, row, row.metadata);
    return { id, offset, length, metadata, expiresAt: row.expires_at };
  }

  /**
   * Begins to receive a part of an upload. Throws `not_found` if the upload does not exist, 409 if `offset` differs
   * from the number of received bytes, and 423 while another request appends.
   */
  async append(id: string, owner: string, offset: number): Promise<UploadPart> {
    const lock = await this.#lock(id, owner);
    const { partialFiles } = this.#services;
    try {
      const received = await this.#received(id);
      if (received !== offset) throw wrongOffset(received);
    } catch (error) {
      await lock[Symbol.asyncDispose]();
      throw error;
    }
    const over = Promise.withResolvers<void>();
    const supersede = new AbortController();
    this.#receiving.set(id, { supersede, over: over.promise });
    return {
      ...{ path: partialFiles.pathOf(id), offset, length: lock.length, expiresAt: lock.expiresAt },
      superseded: supersede.signal,
      end: () => this.#end(id, lock),
      [Symbol.asyncDispose]: async () => {
        this.#receiving.delete(id);
        await lock[Symbol.asyncDispose]().finally(over.resolve);
      },
    };
  }

  /** Ends the part that this process is receiving for the upload, if any. */
  async #supersede(id: string): Promise<void> {
    const receiving = this.#receiving.get(id);
    receiving?.supersede.abort(inProgress());
    await receiving?.over;
  }

  async #complete(id: string, owner: string): Promise<void> {
    await using lock = await this.#lock(id, owner);
    await this.#end(id, lock);
  }

  async #end(id: string, lock: UploadLock): Promise<number> {
    const { partialFiles } = this.#services;
    const size = await this.#received(id);
    if (size !== lock.length) return size;
    // The partial file is kept until its row is updated, so that a crash before the update loses no data.
    await lock.store(await partialFiles.linkOf(id), size);
    await partialFiles.remove(id);
    return size;
  }

  /** Returns the size of the partial file, in bytes. */
  async #received(id: string): Promise<number> {
    const size = await this.#services.partialFiles.sizeOf(id);
    if (size === undefined) throw noSuchUpload(new Error('its file is gone'));
    return size;
  }

  async #lock(id: string, owner: string): Promise<UploadLock> {
    const row = await lockUpload(this.#services, id, (upload) =>
      upload.and([upload('owner', '=', owner), upload('length', 'is not', null)]),
    );
    if (row)
      return new UploadLock(this.#services, row, textOf(this.#services.encryption, row, row.file_name));
    const { object, length } = await this.#find(id, owner);
    throw object === null ? inProgress() : wrongOffset(length ?? 0);
  }

  async #find(id: string, owner: string): Promise<Upload> {
    const row = await this.#services.database.query
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('length', 'is not', null)
      .where('expires_at', '>', this.#services.clock.now())
      .executeTakeFirst();
    if (!row) throw noSuchUpload();
    return row;
  }
}

function wrongOffset(offset: number): ServiceError {
  return new ServiceError(
    'bad_request',
    `The upload continues at byte ${offset}. Send "Upload-Offset: ${offset}" and the bytes from there on.`,
    { status: 409, details: { field: 'Upload-Offset', offset } },
  );
}

function inProgress(): ServiceError {
  return new ServiceError(
    'bad_request',
    'Another request is sending bytes of this upload. Try again shortly.',
    {
      status: 423,
      details: { reason: 'upload_in_progress' },
      retryAfter: 1,
    },
  );
}
