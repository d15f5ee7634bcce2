/**
 * Stores objects in an S3 bucket, which several machines can share. The key of an object equals its path in a local
 * store.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { NewId } from '../kit/ids.ts';
import { chunkBytes } from '../kit/chunks.ts';
import { mapSome } from '../kit/concurrency/map-some.ts';
import { StorageAwayError } from './away.ts';
import {
  abandonedMs,
  hasExpired,
  objectNameUntil,
  placeOf,
  requirePlace,
  type ByteRange,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

export interface S3Settings {
  bucket: string;
  /** Endpoint of the S3 service, or undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Part size in bytes. Files above this size are sent in parts. At most `partsAtOnce` parts are in memory at
 * once.
 */
const partBytes = 16 * 1024 * 1024;
const partsAtOnce = 2;
/** Maximum number of parts that the service accepts. */
const mostParts = 10_000;
const deletionsAtOnce = 8;
const connectMs = 5_000;
/** Time in milliseconds after which a request fails if no byte has arrived. */
const silenceMs = 30_000;

export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #newId: NewId;

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Settings, newId: NewId) {
    this.#bucket = bucket;
    this.#newId = newId;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // The settings for path style and checksums also work with self-hosted services, which rarely have one host name
      // per bucket and do not all support the newer checksums.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs, socketTimeout: silenceMs },
    });
  }

  /**
   * Throws {@link StorageAwayError} if the service is unreachable. If the bucket does not exist or refuses the key,
   * throws an error that describes the problem.
   */
  async check(): Promise<void> {
    try {
      await this.#ask(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
    } catch (error) {
      if (error instanceof StorageAwayError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      const why =
        code === 'ENOENT' ? 'it is not there' : `its key is refused (${statusOf(error) ?? 'unknown'})`;
      throw new Error(`the bucket ${this.#bucket} of STORAGE_URL cannot be used: ${why}`, { cause: error });
    }
  }

  newName(keepUntil?: number): string {
    return objectNameUntil(keepUntil, this.#newId);
  }

  /** Stores a file and removes `file`. The service has the object when the promise resolves. */
  async put(file: string, name: string): Promise<void> {
    const object = { Bucket: this.#bucket, Key: keyOf(name) };
    const { size } = await stat(file);
    await this.#ask(async () => {
      if (size <= partBytes) {
        const Body = createReadStream(file);
        await this.#client.send(new PutObjectCommand({ ...object, Body, ContentLength: size }));
        return;
      }
      // The file is piped through another stream, because the library counts the parts of a file stream incorrectly.
      const Body = createReadStream(file, { highWaterMark: chunkBytes }).pipe(new PassThrough());
      const partSize = Math.max(partBytes, Math.ceil(size / mostParts));
      const params = { ...object, Body };
      await new Upload({ client: this.#client, params, partSize, queueSize: partsAtOnce }).done();
    });
    await rm(file);
  }

  async fetch(name: string, file: string): Promise<void> {
    const object = { Bucket: this.#bucket, Key: keyOf(name) };
    await this.#ask(async () => {
      const { Body } = await this.#client.send(new GetObjectCommand(object));
      await pipeline(Body as Readable, createWriteStream(file, { mode: 0o600 }));
    });
  }

  async open(name: string): Promise<StoredObject | undefined> {
    if (!placeOf(name)) return undefined;
    const object = { Bucket: this.#bucket, Key: keyOf(name) };
    let size: number;
    try {
      const found = await this.#ask(() => this.#client.send(new HeadObjectCommand(object)));
      size = found.ContentLength ?? 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const read = (range?: ByteRange) => readLater(() => this.#bytesOf(object, range));
    return { size, read, close: async () => {} };
  }

  async remove(name: string): Promise<void> {
    if (!placeOf(name)) return;
    await this.#ask(() =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: keyOf(name) })),
    );
  }

  async sweep(now: number): Promise<void> {
    const Bucket = this.#bucket;
    await this.#ask(async () => {
      const { CommonPrefixes = [] } = await this.#client.send(
        new ListObjectsV2Command({ Bucket, Delimiter: '/' }),
      );
      for (const { Prefix = '' } of CommonPrefixes) {
        if (hasExpired(Prefix.slice(0, -1), now)) await this.#removeAll(Prefix);
      }
      const { Uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated && Initiated.getTime() < now - abandonedMs)
          await this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    });
  }

  /** Removes all objects with a prefix. One list request returns at most 1,000 objects. */
  async #removeAll(Prefix: string): Promise<void> {
    const Bucket = this.#bucket;
    for (;;) {
      const { Contents = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      if (Contents.length === 0) return;
      // Deletes the objects one by one, because deleting many objects in one request requires a checksum that some
      // services do not accept.
      await mapSome(Contents, deletionsAtOnce, ({ Key }) =>
        this.#client.send(new DeleteObjectCommand({ Bucket, Key })),
      );
    }
  }

  async #bytesOf(object: { Bucket: string; Key: string }, range: ByteRange | undefined): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await this.#ask(() => this.#client.send(new GetObjectCommand({ ...object, Range })));
    return Body as Readable;
  }

  /**
   * Sends a request to the storage service, and converts the errors of the service. If the object is missing, throws an
   * error with the code `ENOENT`. If the service is unreachable, throws {@link StorageAwayError}.
   */
  async #ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) throw Object.assign(new Error('object not found'), { code: 'ENOENT' });
      // A rejected request is caused by a bug or by the configuration, so a retry would not help.
      if (status !== undefined && status >= 400 && status < 500 && status !== 429) throw error;
      throw new StorageAwayError(error);
    }
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
}

function keyOf(name: string): string {
  return requirePlace(name).join('/');
}

/** Returns a stream that requests the object when it is first read. */
function readLater(ask: () => Promise<Readable>): Readable {
  const through = new PassThrough({ highWaterMark: chunkBytes });
  ask().then(
    (body) => pipeline(body, through).catch(() => {}),
    (error: unknown) => through.destroy(error as Error),
  );
  return through;
}
