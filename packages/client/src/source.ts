/** Sources of a conversion: a path, bytes, a stream, a URL that the service fetches, or an uploaded file. */

export type Source =
  /** Path on this machine (Node, Bun, Deno), or a URL that begins with `http://` or `https://`. */
  | string
  /** URL of a file that the service fetches. */
  | URL
  /** Bytes. For a `File`, its name is sent too. */
  | Blob
  | Uint8Array
  | ArrayBuffer
  /** A stream, which is sent without buffering. A request with a stream is never retried. */
  | ReadableStream<Uint8Array>
  /** A file that was uploaded in an earlier request. */
  | { fileId: string };

/** A file in a request with several files. */
export interface NamedSource {
  file: Exclude<Source, URL | { fileId: string } | ReadableStream<Uint8Array>>;
  /**
   * Name of the file. The name may include folders, which the zip of results keeps. By default, the name of `file` is
   * used.
   */
  name?: string | undefined;
}

/** A file that can be read repeatedly. */
export interface PreparedFile {
  kind: 'blob';
  blob: Blob;
  fileName: string;
}

/** A source that is ready to send. */
export type PreparedSource =
  | { kind: 'address'; address: string }
  | { kind: 'uploaded'; fileId: string }
  | PreparedFile
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; fileName: string };

/** Prepares several files for one form. Throws an error if a file cannot be opened. */
export async function prepareAll(files: readonly NamedSource[]): Promise<readonly PreparedFile[]> {
  const prepared = await Promise.all(files.map(({ file, name }) => prepare(file, name)));
  return prepared.map((one) => {
    if (one.kind === 'blob') return one;
    throw new TypeError('each of several files must be a path, a Blob or bytes');
  });
}

/** Prepares a source. `fileName` overrides the source's name. Throws an error if the file cannot be opened. */
export async function prepare(source: Source, fileName?: string): Promise<PreparedSource> {
  if (source instanceof URL) return { kind: 'address', address: source.href };
  if (typeof source === 'string') {
    if (/^https?:\/\//i.test(source)) return { kind: 'address', address: source };
    // `#files` is imported only if a path is given, because some runtimes do not have the modules of Node.
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
