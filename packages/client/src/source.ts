/** What can be converted: a file by its path, bytes, a stream, or an address that the service fetches. */

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
  | ReadableStream<Uint8Array>;

/** A source that is ready to be sent. */
export type PreparedSource =
  | { kind: 'address'; address: string }
  | { kind: 'blob'; blob: Blob; fileName: string }
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; fileName: string };

/** `fileName` wins over the name that the source brings. Throws what opening the file throws. */
export async function prepare(source: Source, fileName?: string): Promise<PreparedSource> {
  if (source instanceof URL) return { kind: 'address', address: source.href };
  if (typeof source === 'string') {
    if (/^https?:\/\//i.test(source)) return { kind: 'address', address: source };
    const blob = await openFile(source);
    return { kind: 'blob', blob, fileName: fileName ?? source.split(/[/\\]/).at(-1) ?? '' };
  }
  if (source instanceof ReadableStream) return { kind: 'stream', stream: source, fileName: fileName ?? '' };
  const blob = source instanceof Blob ? source : new Blob([source]);
  const name = fileName ?? ('name' in blob && typeof blob.name === 'string' ? blob.name : '');
  return { kind: 'blob', blob, fileName: name };
}

/** A file whose bytes are read while they are sent. */
async function openFile(path: string): Promise<Blob> {
  const { openAsBlob } = await import('node:fs').catch(() => {
    throw new TypeError('a path can be opened only where there are files; pass a Blob');
  });
  const { stat } = await import('node:fs/promises');
  const { constants } = await import('node:os');
  // openAsBlob tells of a folder only when it is read.
  if ((await stat(path)).isDirectory()) {
    throw Object.assign(new Error(`EISDIR: ${path} is a folder`), {
      code: 'EISDIR',
      errno: -constants.errno.EISDIR,
    });
  }
  return openAsBlob(path);
}
