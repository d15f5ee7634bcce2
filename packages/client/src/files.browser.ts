/** Replaces `files.ts` in browsers and workers, which have no file paths. */

export function openFile(path: string): Promise<Blob> {
  return Promise.reject(new TypeError(`${path} cannot be opened: this runtime has no files, pass a Blob`));
}

export function saveStream(_stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  return Promise.reject(new TypeError(`${path} cannot be written: this runtime has no files, use blob()`));
}
