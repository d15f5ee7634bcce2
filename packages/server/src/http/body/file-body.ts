/**
 * Receives a request whose body is the file itself. Streams the file to disk, and aborts as soon as the file is too
 * large.
 */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import { freeBuffers } from '../../kit/concurrency/free-buffers.ts';
import { ClientGone } from '../connections/client.ts';
import { watchUpload, type UploadLimits } from './upload.ts';

/** Media types of bodies that contain form fields. */
const notFiles = /^(multipart|application\/x-www-form-urlencoded)\b/i;

/** Returns the Content-Length in bytes, or undefined if it is missing or invalid. */
export function contentLength({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) ? length : undefined;
}

/**
 * Writes the body to a new file, with the rules of {@link receiveBody}. In addition, throws `bad_request` if the
 * request body is empty or is a form.
 */
export async function receiveFileBody(
  request: IncomingMessage,
  path: string,
  limits: UploadLimits,
): Promise<number> {
  if (notFiles.test(request.headers['content-type'] ?? '')) throw isForm();
  const size = await receiveBody(request, createWriteStream(path, { ...writing, flags: 'wx' }), limits);
  if (size === 0) throw emptyBody();
  return size;
}

/**
 * Appends the body to a file of `offset` bytes, with the rules of {@link receiveBody}. If receiving the body fails, the
 * file keeps the received part.
 */
export async function appendFileBody(
  request: IncomingMessage,
  { path, offset }: { path: string; offset: number },
  limits: UploadLimits,
): Promise<number> {
  return receiveBody(request, createWriteStream(path, { ...writing, flags: 'r+', start: offset }), limits);
}

const writing = { mode: 0o600, highWaterMark: 1024 * 1024 };

/**
 * Writes the body of `request` and returns its size in bytes. Throws `bad_request` if the body arrives too slowly
 * (408), `file_too_large` above `maxFileBytes`, {@link ClientGone} if the client disconnects, and the signal's reason
 * on abort.
 */
async function receiveBody(
  request: IncomingMessage,
  output: Writable,
  { maxFileBytes, ...limits }: UploadLimits,
): Promise<number> {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxFileBytes) done(fileTooLarge(maxFileBytes));
      else done(null, chunk);
    },
  });
  const over = new AbortController();
  const written = pipeline(counter, output, { signal: over.signal });
  let stopWatching = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      written.then(resolve, reject);
      request.on('aborted', () => reject(new ClientGone()));
      stopWatching = watchUpload(request, limits, reject);
      // Checks `request.destroyed`, because a client that has already disconnected emits no more events.
      if (request.destroyed) reject(new ClientGone());
      else freeBuffers(request).pipe(counter);
    });
  } finally {
    stopWatching();
    request.unpipe(counter);
    // Closes the file. After a failure, the file may still be open, and its writer may wait for bytes that
    // never arrive.
    over.abort();
    await written.catch(() => {});
  }
  return size;
}

function isForm(): ServiceError {
  return new ServiceError(
    'bad_request',
    'Send the file itself as the body, not a form: "curl -T FILE", not "curl -F".',
    { details: { field: 'Content-Type' } },
  );
}

function emptyBody(): ServiceError {
  return new ServiceError('bad_request', 'The body is empty. Send the file as the body.', {
    details: { reason: 'empty_file' },
  });
}
