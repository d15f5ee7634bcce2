/** Receives a multipart form: its file is streamed to disk, never held in memory, and cut off as soon as it is too large. */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { fileTooLarge, ServiceError } from '../errors.ts';
import { ClientGone } from './client.ts';
import { enforceBodyThroughput, type MinimumThroughput } from './minimum-throughput.ts';

/** What a Content-Length may count beside the file: the rest of the form. */
const formBytes = 1024 * 1024;
const maxFields = 64;
const maxFieldBytes = 64 * 1024;
/** RFC 2046: a boundary is at most 70 characters. */
const maxBoundaryBytes = 70;

const sentAsText =
  'The field "file" was sent as text, not as a file: its part of the form has no filename. Give it one.';

/** A form as it came. */
export interface ReceivedForm {
  /** All as text. */
  fields: ReadonlyMap<string, string>;
  /** Its file as the caller named it, and its bytes; undefined where it has none. */
  sent: { fileName: string; size: number } | undefined;
}

/** Made once: each abort would make an error of its own, which nearly always nobody sees. */
const uploadOver = new Error('the upload is over');

export interface UploadLimits {
  maxFileBytes: number;
  /** Below it the upload is refused. */
  minimumThroughput: MinimumThroughput;
  /** Ends the upload with its reason. */
  signal: AbortSignal;
}

/** The most bytes that the file in `request` can have. */
export function largestUpload({ headers }: IncomingMessage, maxFileBytes: number): number {
  return Math.min(Number(headers['content-length'] ?? maxFileBytes), maxFileBytes);
}

/**
 * Writes the form's one `file`, if it has one, to `path`; its fields may come before or after it. Throws `bad_request` for a
 * form that is malformed or comes too slowly (408), `file_too_large` above `maxFileBytes` (exactly that many pass),
 * {@link ClientGone} when the client leaves.
 */
export async function receiveUpload(
  request: IncomingMessage,
  path: string,
  { maxFileBytes, minimumThroughput, signal }: UploadLimits,
): Promise<ReceivedForm> {
  const form = openForm(request, maxFileBytes);
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formBytes)
    throw fileTooLarge(maxFileBytes);
  let stopWatching = (): void => {};
  const fields = new Map<string, string>();
  const over = new AbortController();
  let received: Promise<string> | undefined;
  let size = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (name, stream, fileName) => {
        if (name !== 'file' || received) {
          stream.resume();
          reject(name === 'file' ? twice('file') : notAFile(name));
          return;
        }
        // At once: while the file is being closed the form goes on, and may turn out malformed instead.
        stream.once('limit', () => reject(fileTooLarge(maxFileBytes)));
        received = writeFile(stream, path, maxFileBytes, over.signal).then((bytes) => {
          size = bytes;
          return fileName ?? '';
        });
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
      // One that has left already emits no event any more.
      if (request.destroyed) reject(new ClientGone());
      else request.pipe(form);
    });
    if (!received) return { fields, sent: undefined };
    const fileName = await received;
    if (size === 0) throw emptyFile();
    return { fields, sent: { fileName, size } };
  } finally {
    stopWatching();
    request.unpipe(form);
    // After a failure the file may still be open for bytes that will not come.
    over.abort(uploadOver);
    await received?.catch(() => {});
  }
}

/** Calls `abort` when the request comes too slowly or the signal aborts; returns what ends the watch. */
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
    throw badForm('Send the file as multipart/form-data, with the fields "file" and "target".');
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
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

/** Returns the bytes written. */
async function writeFile(
  stream: BusboyFileStream,
  path: string,
  maxFileBytes: number,
  over: AbortSignal,
): Promise<number> {
  const full = new AbortController();
  stream.once('limit', () => full.abort());
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
  try {
    await pipeline(stream, output, { signal: AbortSignal.any([full.signal, over]) });
  } catch (error) {
    if (stream.truncated) throw fileTooLarge(maxFileBytes);
    throw isDiskError(error) ? error : malformed(error);
  }
  if (stream.truncated) throw fileTooLarge(maxFileBytes);
  return output.bytesWritten;
}

const isDiskError = (error: unknown) => typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** The form has no file, nor a field that names one. */
export function fileMissing(fields: ReadonlyMap<string, string>): ServiceError {
  const message = fields.has('file') ? sentAsText : 'The form has no file. Send it as the field "file".';
  return badForm(message, { field: 'file' });
}

function emptyFile(): ServiceError {
  return badForm('The file is empty.', { field: 'file', reason: 'empty_file' });
}

function badForm(message: string, details?: Record<string, unknown>): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}

function twice(field: string): ServiceError {
  return badForm(`The field "${field}" was sent twice.`, { field });
}

function notAFile(field: string): ServiceError {
  return badForm(
    `The field "${field}" was sent as a file. The file goes into "file", everything else is text.`,
    { field },
  );
}

function malformed(cause: unknown): ServiceError {
  return new ServiceError('bad_request', 'The multipart form is broken or incomplete.', {
    details: { reason: 'malformed_multipart' },
    cause,
  });
}
