/**
 * Uploads a file with tus. If an earlier upload of the file was interrupted, in this page or another, continues where
 * the earlier upload stopped.
 */
import { DefaultHttpStack, DetailedError, Upload, type HttpStack, type PreviousUpload } from 'tus-js-client';
import { fingerprintOf, type KeptUploads } from './kept-uploads.ts';
import { refusalIn } from './outcome.ts';
import { paced } from './paced.ts';
import { Refused } from './refused.ts';

interface FileUpload {
  /** Base URL of the service. */
  base: string;
  file: File;
  name: string;
  uploads: KeptUploads;
  onProgress: (share: number) => void;
}

/**
 * Size of an upload's part in bytes. Each part is one request. Some proxies buffer a complete request before they
 * forward it. If a buffering proxy fails, at most one part is lost.
 */
const chunkBytes = 16 * 1024 * 1024;

/** Uploads a file. Resolves with the `file_id`. Throws `Refused`, or the error of a broken connection. */
export async function uploadFile({ base, file, name, uploads, onProgress }: FileUpload, signal: AbortSignal) {
  const fingerprint = fingerprintOf(file);
  const progress = paced(({ sent, size }: { sent: number; size: number }) => {
    const kept = uploads.find(fingerprint);
    if (kept) uploads.keep({ ...kept, sent });
    onProgress(sent / size);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    endpoint: `${base}v1/uploads`,
    chunkSize: chunkBytes,
    metadata: { filename: name },
    fingerprint: () => Promise.resolve(fingerprint),
    urlStorage: storageIn(uploads),
    httpStack: stackAt(base),
    // The upload library makes no retries, because the queue retries and shows the time of the next attempt.
    retryDelays: null,
    onProgress: (sent, size) => progress.next({ sent, size }),
    onSuccess: () => resolve(),
    onError: (error) => reject(refusedBy(error) ?? error),
  });
  signal.addEventListener('abort', () => {
    void upload.abort();
    reject(new Error('aborted'));
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  signal.throwIfAborted();
  upload.start();
  await promise.finally(() => progress.stop());
  return upload.url?.split('/').at(-1) ?? '';
}

/**
 * HTTP statuses after which the upload asks the service for the offset of the next byte and continues at that offset.
 * The service responds with one of these statuses if an earlier, interrupted request has sent the same bytes or is
 * still sending them.
 */
const askAgain = new Set([409, 423]);

function refusedBy(error: Error): Refused | undefined {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0 || status >= 500 || askAgain.has(status)) return undefined;
  const header = (name: string) => response.getHeader(name) ?? null;
  return new Refused(refusalIn({ status, header, text: response.getBody() }));
}

/**
 * Replaces the base of upload URLs with the service URL that the page uses. The service returns upload URLs with the
 * base URL in its configuration.
 */
function stackAt(base: string): HttpStack {
  const stack = new DefaultHttpStack({});
  return {
    getName: () => 'uploads',
    createRequest: (method, url) =>
      stack.createRequest(method, new URL(/v1\/uploads.*$/.exec(url)?.[0] ?? url, base).href),
  };
}

function storageIn(uploads: KeptUploads): NonNullable<ConstructorParameters<typeof Upload>[1]['urlStorage']> {
  const found = (file: string): PreviousUpload[] => {
    const kept = uploads.find(file);
    if (!kept) return [];
    const { size, url, at } = kept;
    const creationTime = new Date(at).toISOString();
    return [
      { size, creationTime, uploadUrl: url, urlStorageKey: file, metadata: {}, parallelUploadUrls: null },
    ];
  };
  return {
    findAllUploads: () => Promise.resolve([]),
    findUploadsByFingerprint: (file) => Promise.resolve(found(file)),
    removeUpload: (file) => Promise.resolve(uploads.forget(file)),
    addUpload: (file, { uploadUrl, size, metadata, creationTime }) => {
      const url = uploadUrl ?? '';
      const at = Date.parse(creationTime);
      uploads.keep({ file, url, at, name: metadata['filename'] ?? '', size: size ?? 0, sent: 0 });
      return Promise.resolve(file);
    },
  };
}
