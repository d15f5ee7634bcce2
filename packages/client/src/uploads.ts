/** Files that are sent before it is known what becomes of them, and then converted by their ids. */
import type { CreatedUpload, UploadedFile } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';
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
}
