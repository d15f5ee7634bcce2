/** Files that are sent before it is known what becomes of them, and then converted by their ids. */
import type { CreatedUpload, UploadedFile } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';
import { beginUpload, resumeUpload, type ResumeOptions } from './resumable-upload.ts';
import { prepare, type Source } from './source.ts';

/** What sending a file may take; it can be large. */
const uploadTimeoutMs = 3_600_000;

export class Uploads {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A link that takes one file by PUT, for a program without a key; `size` in bytes has one that is too large refused. */
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

  /** Sends a file; `{ fileId }` is then a source, as often as wanted. */
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
      // A link whose upload broke off may be used again.
      repeatable: file.kind === 'blob' ? 'always' : 'never',
      signal,
      timeoutMs,
    });
    return (await response.json()) as UploadedFile;
  }

  /**
   * Sends a large file in parts, going on where a connection broke off. The answer is a source. What was given up is gone
   * on with by {@link resume}, whose id `onBegin` is told.
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

  /** Sends what is missing of an upload that was begun with the same file. Throws `TypeError` for one of another size. */
  async resume(fileId: string, source: Source, options: ResumeOptions = {}): Promise<{ fileId: string }> {
    const { blob } = await prepareBlob(source);
    await resumeUpload(this.#http, fileId, blob, options);
    return { fileId };
  }

  /** Removes an upload, received or not. Conversions that have begun keep its file. */
  async remove(fileId: string, options: CallOptions = {}): Promise<void> {
    const path = `/v1/uploads/${encodeURIComponent(fileId)}`;
    await this.#http.send({ ...options, method: 'DELETE', path, repeatable: 'if-refused' });
  }
}

/** A source that can be read again from anywhere. */
async function prepareBlob(source: Source, name?: string): Promise<{ blob: Blob; fileName: string }> {
  const file = await prepare(source, name);
  if (file.kind !== 'blob') throw new TypeError('only a path, a Blob or bytes can be sent in parts');
  return file;
}
