/** What can be converted: a file by its path, bytes, a stream, an address that the service fetches, or an uploaded file. */

export type Source =
  /** A path on this machine (Node, Bun, Deno), or an address that begins with `http://` or `https://`. */
  | string
  /** An address that the service fetches. */
  | URL
  /** A `File` brings its name. */
  | Blob
  | Uint8Array
  | ArrayBuffer
  /** Sent as it comes; such a request is never repeated. */
  | ReadableStream<Uint8Array>
  /** A file that was uploaded before. */
  | { fileId: string };

/** One of several files that are sent together. */
export interface NamedSource {
  file: Exclude<Source, URL | { fileId: string } | ReadableStream<Uint8Array>>;
  /** With its folders, which the results keep; the file's own name where it is left out. */
  name?: string | undefined;
}

/** A file that can be read any number of times. */
export interface PreparedFile {
  kind: 'blob';
  blob: Blob;
  fileName: string;
}

/** A source that is ready to be sent. */
export type PreparedSource =
  | { kind: 'address'; address: string }
  | { kind: 'uploaded'; fileId: string }
  | PreparedFile
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; fileName: string };

/** Several files, which are sent in one form. Throws what opening a file throws. */
export async function prepareAll(files: readonly NamedSource[]): Promise<readonly PreparedFile[]> {
  const prepared = await Promise.all(files.map(({ file, name }) => prepare(file, name)));
  return prepared.map((one) => {
    if (one.kind === 'blob') return one;
    throw new TypeError('of several files each is a path, a Blob or bytes, no address');
  });
}

/** `fileName` wins over the name that the source brings. Throws what opening the file throws. */
export async function prepare(source: Source, fileName?: string): Promise<PreparedSource> {
  if (source instanceof URL) return { kind: 'address', address: source.href };
  if (typeof source === 'string') {
    if (/^https?:\/\//i.test(source)) return { kind: 'address', address: source };
    // Loaded only for paths, so that nothing of Node is needed elsewhere.
    const { openFile } = await import('#files');
    const blob = await openFile(source);
    return { kind: 'blob', blob, fileName: fileName ?? source.split(/[/\\]/).at(-1) ?? '' };
  }
  if (source instanceof ReadableStream) return { kind: 'stream', stream: source, fileName: fileName ?? '' };
  if ('fileId' in source) return { kind: 'uploaded', fileId: source.fileId };
  const blob = source instanceof Blob ? source : new Blob([source]);
  const name = fileName ?? ('name' in blob && typeof blob.name === 'string' ? blob.name : '');
  return { kind: 'blob', blob, fileName: name };
}
