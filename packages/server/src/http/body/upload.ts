/**
 * Receives a multipart form. Streams the files of the form to disk, or buffers them in memory if the form is small.
 * Aborts as soon as the files are too large.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { emptyFile, fileTooLarge, ServiceError } from '../../errors.ts';
import { freeBuffers } from '../../kit/concurrency/free-buffers.ts';
import { FieldFiles } from './field-files.ts';
import { ClientGone } from '../connections/client.ts';
import { enforceBodyThroughput, type MinimumThroughput } from '../connections/minimum-throughput.ts';

/** Number of bytes by which a form's Content-Length may exceed the maximum size of its files. */
const formBytes = 1024 * 1024;
/**
 * Maximum size of a small form, in bytes. The files of a small form are buffered and written at once, which costs less
 * than a stream to disk.
 */
const smallFormBytes = 256 * 1024;
const maxFields = 64;
const maxFieldBytes = 64 * 1024;
/** Maximum length of a multipart boundary, in characters (RFC 2046). */
const maxBoundaryBytes = 70;

const sentAsText =
  'The field "file" was sent as text, not as a file: its part of the form has no filename. Add one.';

/** A file of a form: its name as sent, possibly with folders, and its size in bytes. */
export interface SentFile {
  fileName: string;
  size: number;
}

/** A received form. */
export interface ReceivedForm {
  /** All fields as text. */
  fields: ReadonlyMap<string, string>;
  /** The received files, in the order of the form fields. */
  sent: readonly SentFile[];
}

/**
 * Reason with which every ended upload aborts its streams. All uploads share one error object, because the reason is
 * rarely read.
 */
const uploadOver = new Error('the upload has ended');

export interface UploadLimits {
  /** Limit for all files together, in bytes. */
  maxFileBytes: number;
  /** Maximum number of files. By default, a request may contain 1 file. */
  maxFiles?: number | undefined;
  /**
   * Names of the fields other than `file` that may contain files. A file in a field other than `file` becomes a data
   * URL.
   */
  fileFields?: readonly string[] | undefined;
  /** Uploads with a lower throughput are rejected. */
  minimumThroughput: MinimumThroughput;
  /** Aborts the upload, which then throws the signal's reason. */
  signal: AbortSignal;
}

/** Returns an upper bound on the size of the files in `request`, in bytes. */
export function largestUpload({ headers }: IncomingMessage, maxFileBytes: number): number {
  return Math.min(Number(headers['content-length'] ?? maxFileBytes), maxFileBytes);
}

/**
 * Writes the form's `file` fields, concatenated, to `path`. Fields with other names may come before or after the `file`
 * fields. Throws `bad_request` if the form is malformed, arrives too slowly (408) or has only empty files. Throws
 * `file_too_large` if the files are together larger than `maxFileBytes`. Throws {@link ClientGone} if the client
 * disconnects.
 */
export async function receiveUpload(
  request: IncomingMessage,
  path: string,
  { maxFileBytes, maxFiles = 1, fileFields = [], minimumThroughput, signal }: UploadLimits,
): Promise<ReceivedForm> {
  const form = openForm(request, maxFileBytes);
  const others = new FieldFiles(fileFields);
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formBytes + others.maxBytes)
    throw fileTooLarge(maxFileBytes);
  const isSmall = Number(request.headers['content-length']) <= smallFormBytes;
  let stopWatching = (): void => {};
  const fields = new Map<string, string>();
  const over = new AbortController();
  const sent: SentFile[] = [];
  let files = 0;
  let size = 0;
  let received: Promise<void> = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (name, stream, fileName) => {
        if (others.has(name)) {
          if (fields.has(name)) reject(twice(name));
          // Reserves the name, so that a second field with this name is refused.
          fields.set(name, '');
          received = received
            .then(() => others.read(name, stream, fileName ?? '', over.signal))
            .then((url) => void fields.set(name, url));
          received.catch(reject);
          return;
        }
        files += 1;
        if (name !== 'file' || files > maxFiles) {
          stream.resume();
          reject(name === 'file' ? tooManyFiles(maxFiles) : notAFile(name));
          return;
        }
        // Rejects a file that is too large immediately, because an error in the rest of the form could replace the size
        // error while the file is being closed.
        stream.once('limit', () => {
          reject(fileTooLarge(maxFileBytes));
          over.abort(uploadOver);
        });
        stream.once('error', (error) => reject(uploadError(error)));
        const append = async () => {
          const written = sent.length === 0 ? undefined : size;
          const limit = { maxFileBytes, written, isSmall, onTooLarge: reject };
          const bytes = await writeFile(stream, path, limit, over.signal);
          size += bytes;
          sent.push({ fileName: fileName ?? '', size: bytes });
        };
        received = received.then(append);
        received.catch(reject);
      });
      form.on('field', (name, value, _, truncated) => {
        if (truncated)
          reject(badForm(`The field "${name}" is longer than ${maxFieldBytes} bytes.`, { field: name }));
        else if (fields.has(name)) reject(twice(name));
        else fields.set(name, value);
      });
      form.on('fieldsLimit', () => reject(badForm(`The form has more than ${maxFields} fields.`)));
      form.on('error', (error) => reject(malformed(error)));
      form.on('finish', resolve);
      request.on('aborted', () => reject(new ClientGone()));
      stopWatching = watchUpload(request, { minimumThroughput, signal }, reject);
      // `request.destroyed` is checked, because a client that has already disconnected emits no more events.
      if (request.destroyed) reject(new ClientGone());
      else freeBuffers(request).pipe(form);
    });
    await received;
    if (files > 0 && size === 0) throw emptyFile();
    return { fields, sent };
  } finally {
    stopWatching();
    request.unpipe(form);
    // Closes the file. After a failure, the file may still be open, and its writer may wait for bytes that
    // never arrive.
    over.abort(uploadOver);
    await received.catch(() => {});
  }
}

/** Calls `abort` if the request arrives too slowly or the signal aborts. Returns a function that stops watching. */
export function watchUpload(
  request: IncomingMessage,
  { minimumThroughput, signal }: Pick<UploadLimits, 'minimumThroughput' | 'signal'>,
  abort: (why: Error) => void,
): () => void {
  const stop = enforceBodyThroughput(request, minimumThroughput, abort);
  const onAbort = () => abort(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  return () => {
    stop();
    signal.removeEventListener('abort', onAbort);
  };
}

function openForm(request: IncomingMessage, maxFileBytes: number) {
  const type = request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length < 1 || length > maxBoundaryBytes) {
    throw badForm('Send the file as multipart/form-data with the fields "file" and "target".');
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      preservePath: true,
      limits: {
        fileSize: maxFileBytes,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        headerPairs: 64,
        headerSize: 16_384,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

interface WriteLimit {
  maxFileBytes: number;
  /**
   * Size of the preceding files in bytes. The size is undefined while the first file is received, because the form
   * parser already limits the first file.
   */
  written: number | undefined;
  isSmall: boolean;
  onTooLarge: (error: ServiceError) => void;
}

/**
 * Writes a received file to `path`, or appends it if `written` is given. Returns the size of the received file in
 * bytes.
 */
async function writeFile(
  stream: BusboyFileStream,
  path: string,
  { maxFileBytes, written, isSmall, onTooLarge }: WriteLimit,
  signal: AbortSignal,
): Promise<number> {
  if (written !== undefined) {
    let left = maxFileBytes - written;
    stream.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) onTooLarge(fileTooLarge(maxFileBytes));
    });
  }
  const options = { flags: written === undefined ? 'wx' : 'a', mode: 0o600, highWaterMark: 1024 * 1024 };
  let bytes: number;
  try {
    bytes = await (isSmall ? writeAtOnce : writeStream)(stream, path, options, signal);
  } catch (error) {
    if (stream.truncated) throw fileTooLarge(maxFileBytes);
    throw uploadError(error);
  }
  if (stream.truncated) throw fileTooLarge(maxFileBytes);
  return bytes;
}

interface WriteOptions {
  flags: string;
  mode: number;
  highWaterMark: number;
}

async function writeStream(
  stream: BusboyFileStream,
  path: string,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<number> {
  const output = createWriteStream(path, options);
  await pipeline(stream, output, { signal });
  return output.bytesWritten;
}

async function writeAtOnce(
  stream: BusboyFileStream,
  path: string,
  { flags: flag, mode }: WriteOptions,
  signal: AbortSignal,
): Promise<number> {
  const content = await collect(stream, signal);
  writeFileSync(path, content, { flag, mode });
  return content.length;
}

/** Reads the whole stream without a pipeline, because a pipeline creates an error at its end even on success. */
function collect(stream: BusboyFileStream, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const abort = () => reject(signal.reason as Error);
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.once('error', reject);
    stream.once('end', () => resolve(Buffer.concat(pieces)));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Returns the error itself if the disk failed, otherwise the error for a malformed form. A disk failure destroys the
 * stream too, although the form is not at fault.
 */
function uploadError(error: unknown): Error {
  const isOfDisk = typeof (error as NodeJS.ErrnoException).syscall === 'string';
  return isOfDisk ? (error as Error) : malformed(error);
}

/** Error for a form without a file and without a field that refers to a file. */
export function fileMissing(fields: ReadonlyMap<string, string>): ServiceError {
  const message = fields.has('file') ? sentAsText : 'The form has no file. Send it as the field "file".';
  return badForm(message, { field: 'file' });
}

function badForm(message: string, details?: Record<string, unknown>): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}

function twice(field: string): ServiceError {
  return badForm(`The field "${field}" was sent twice.`, { field });
}

function tooManyFiles(maxFiles: number): ServiceError {
  if (maxFiles === 1) return twice('file');
  return badForm(`The form has more than ${maxFiles} files. Send the others in a separate request.`, {
    field: 'file',
    reason: 'too_many_files',
    max_files: maxFiles,
  });
}

function notAFile(field: string): ServiceError {
  return badForm(
    `The field "${field}" was sent as a file. Send the file as "file" and all other fields as text.`,
    { field },
  );
}

function malformed(cause: unknown): ServiceError {
  return new ServiceError('bad_request', 'The multipart form is malformed or incomplete.', {
    details: { reason: 'malformed_multipart' },
    cause,
  });
}
