/** Resumable uploads (tus 1.0.0): a file in as many requests as it takes, from where the last one broke off. */
import { ConnectionError, isProteanError, TimeoutError } from './errors.ts';
import type { ResumableUpload } from './generated/responses.ts';
import type { CallOptions, Http } from './http.ts';

/** Bytes of one request; of a file that is larger the progress is told in these steps. */
const partBytes = 32 * 1024 * 1024;

/** What sending one part may take. */
const partTimeoutMs = 600_000;

/** Requests that may fail one after the other, without a byte received between them, before the upload is given up. */
const maxFailures = 6;

const version = { 'Tus-Resumable': '1.0.0' };

export interface UploadProgress {
  /** Bytes that the service has. */
  sent: number;
  size: number;
}

export interface ResumeOptions extends CallOptions {
  /** Told when bytes have been received, and at the beginning how many there are already. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The id of an upload that was begun and has no bytes yet. */
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

/** Sends what is missing of an upload. Throws `ConnectionError` or `TimeoutError` when it comes no further. */
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

/** The next part; answers the offset behind it. */
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
    // What has been received of it must be asked for first.
    repeatable: 'never',
  });
  return Number(headers.get('Upload-Offset'));
}

/** How many bytes the service has; that also ends a request that it takes for one still sending. */
async function received(http: Http, call: { path: string } & CallOptions, size: number): Promise<number> {
  const { headers } = await http.send({ ...call, method: 'HEAD', headers: version });
  const length = Number(headers.get('Upload-Length'));
  if (length !== size)
    throw new TypeError(`the upload was begun for a file of ${length} bytes, not of ${size}`);
  return Number(headers.get('Upload-Offset'));
}

/** Whether the upload can go on after `error`. */
function isBroken(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  // Its parts are out of step, another request holds it, or the server is full or away.
  return isProteanError(error) && [408, 409, 423, 502, 503].includes(error.status);
}

/** Of the text in UTF-8. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
