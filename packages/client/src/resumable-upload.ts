/** Resumable uploads (tus 1.0.0). Sends a file in several requests, and resumes after a broken connection. */
import { ConnectionError, isProteanError, TimeoutError } from './errors.ts';
import type { ResumableUpload } from './generated/responses.ts';
import type { CallOptions, Http } from './http.ts';

/** Size of one request, in bytes. Progress is reported after each request. */
const partBytes = 32 * 1024 * 1024;

/** Timeout for sending one part, in milliseconds. */
const partTimeoutMs = 600_000;

/**
 * Maximum number of failed requests in a row in which no byte arrived. If more requests than this fail in a row, the
 * upload fails.
 */
const maxFailures = 6;

const version = { 'Tus-Resumable': '1.0.0' };

export interface UploadProgress {
  /** Number of bytes that the service has received. */
  sent: number;
  size: number;
}

export interface ResumeOptions extends CallOptions {
  /** Called when the service has received bytes, and also at the start, with the number of bytes received earlier. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Creates an empty upload and returns the id of its file. */
export async function beginUpload(
  http: Http,
  { fileName, size, signal, timeoutMs }: { fileName: string; size: number } & CallOptions,
): Promise<string> {
  const { file_id: fileId } = await http.json<ResumableUpload>({
    method: 'POST',
    path: '/v1/uploads',
    headers: { ...version, 'Upload-Length': String(size), 'Upload-Metadata': `filename ${base64(fileName)}` },
    repeatable: 'if-refused',
    signal,
    timeoutMs,
  });
  return fileId;
}

/**
 * Sends the remaining bytes of an upload. Throws `ConnectionError` or `TimeoutError` if the upload makes no progress.
 */
export async function resumeUpload(
  http: Http,
  fileId: string,
  file: Blob,
  { onProgress, signal, timeoutMs = partTimeoutMs }: ResumeOptions,
): Promise<void> {
  const call = { path: `/v1/uploads/${encodeURIComponent(fileId)}`, signal };
  let offset = await received(http, call, file.size);
  onProgress?.({ sent: offset, size: file.size });
  for (let failures = 0; offset < file.size;) {
    try {
      offset = await sendPart(http, { ...call, timeoutMs }, file, offset);
      failures = 0;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isBroken(error) || failures === maxFailures) throw error;
      failures += 1;
      await http.backOff(failures, signal);
      const before = offset;
      offset = await received(http, call, file.size);
      if (offset > before) failures = 0;
    }
    onProgress?.({ sent: offset, size: file.size });
  }
}

/** Sends the next part. Returns the offset at the end of the part. */
async function sendPart(
  http: Http,
  call: { path: string } & CallOptions,
  file: Blob,
  offset: number,
): Promise<number> {
  const content = file.slice(offset, offset + partBytes);
  const { headers } = await http.send({
    ...call,
    method: 'PATCH',
    headers: { ...version, 'Upload-Offset': String(offset) },
    body: () => ({ content, contentType: 'application/offset+octet-stream' }),
    // The PATCH request is not retried automatically, because the client must first ask how many bytes the service has
    // received.
    repeatable: 'never',
  });
  return Number(headers.get('Upload-Offset'));
}

/**
 * Returns the number of bytes that the service has received. Before the service responds, it ends an earlier request of
 * this upload that is still open.
 */
async function received(http: Http, call: { path: string } & CallOptions, size: number): Promise<number> {
  const { headers } = await http.send({ ...call, method: 'HEAD', headers: version });
  const length = Number(headers.get('Upload-Length'));
  if (length !== size)
    throw new TypeError(`the upload was begun for a file of ${length} bytes, but this file has ${size}`);
  return Number(headers.get('Upload-Offset'));
}

/** Whether the upload can continue after `error`. */
function isBroken(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  // The HTTP statuses 408 to 503 in this list mean that the request timed out, the offset is wrong, another request is
  // active, or the server is full or unavailable.
  return isProteanError(error) && [408, 409, 423, 502, 503].includes(error.status);
}

/** Encodes text as UTF-8, then as base64. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
