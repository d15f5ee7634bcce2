/** Uploads files for later conversions, which refer to them by id. */
import type { CreatedUpload, UploadedFile } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';
import { beginUpload, resumeUpload, type ResumeOptions } from './resumable-upload.ts';
import { prepare, type Source } from './source.ts';

/** Timeout for sending a file, in milliseconds. The timeout is long because the file can be large. */
const uploadTimeoutMs = 3_600_000;

export class Uploads {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Creates a link that accepts one file by PUT without a key. If `size` (in bytes) is given, this call rejects a file
   * that is too large.
   */
  create({
    fileName,
    size,
    ...options
  }: { fileName: string; size?: number } & CallOptions): Promise<CreatedUpload> {
    const content = { filename: fileName, ...(size === undefined ? {} : { size }) };
    return this.#http.json({
      ...options,
      method: 'POST',
      path: '/v1/uploads',
      body: () => jsonBody(content),
      repeatable: 'if-refused',
    });
  }

  /**
   * Sends a file and returns the upload. The `file_id` of an upload can be passed as `{ fileId }` to several
   * conversions.
   */
  async send(source: Source, options: { fileName?: string } & CallOptions = {}): Promise<UploadedFile> {
    const { fileName, timeoutMs = uploadTimeoutMs, signal } = options;
    const file = await prepare(source, fileName);
    if (file.kind !== 'blob' && file.kind !== 'stream') throw new TypeError('only a file can be uploaded');
    const size = file.kind === 'blob' ? { size: file.blob.size } : {};
    const { upload_url: link } = await this.create({ fileName: file.fileName, ...size, signal });
    const content = file.kind === 'blob' ? file.blob : file.stream;
    const response = await this.#http.sendByLink({
      method: 'PUT',
      path: link,
      body: () => ({ content, contentType: 'application/octet-stream' }),
      // If an upload fails, its link can be used again.
      repeatable: file.kind === 'blob' ? 'always' : 'never',
      signal,
      timeoutMs,
    });
    return (await response.json()) as UploadedFile;
  }

  /**
   * Sends a large file in parts and resumes after broken connections. Returns the uploaded file as a source for
   * conversions. `onBegin` receives the id of the upload. If the upload is aborted, {@link resume} can continue it with
   * this id.
   */
  async sendResumable(
    source: Source,
    options: { fileName?: string; onBegin?: (fileId: string) => void } & ResumeOptions = {},
  ): Promise<{ fileId: string }> {
    const { fileName: name, onBegin, ...call } = options;
    const { blob, fileName } = await prepareBlob(source, name);
    const { signal, timeoutMs } = call;
    const fileId = await beginUpload(this.#http, { fileName, size: blob.size, signal, timeoutMs });
    onBegin?.(fileId);
    await resumeUpload(this.#http, fileId, blob, call);
    return { fileId };
  }

  /**
   * Sends the rest of an interrupted upload. `source` must be the file of the interrupted upload. Throws `TypeError` if
   * the size of `source` differs from the size at the start of the upload.
   */
  async resume(fileId: string, source: Source, options: ResumeOptions = {}): Promise<{ fileId: string }> {
    const { blob } = await prepareBlob(source);
    await resumeUpload(this.#http, fileId, blob, options);
    return { fileId };
  }

  /** Removes an upload, whether it is complete or not. Conversions that are already running can still use the file. */
  async remove(fileId: string, options: CallOptions = {}): Promise<void> {
    const path = `/v1/uploads/${encodeURIComponent(fileId)}`;
    await this.#http.send({ ...options, method: 'DELETE', path, repeatable: 'if-refused' });
  }
}

/** Returns the file as a blob, which can be read repeatedly and from any offset. */
async function prepareBlob(source: Source, name?: string): Promise<{ blob: Blob; fileName: string }> {
  const file = await prepare(source, name);
  if (file.kind !== 'blob') throw new TypeError('only a path, a Blob or bytes can be sent in parts');
  return file;
}
