/** Frees the buffers of a stream as they are used up, and not only when the garbage collector finds time. */
import type { Readable } from 'node:stream';

/** More costs memory and finds buffers that have left the processor's cache, fewer costs collections. */
const collectedBytes = 4 * 1024 * 1024;

/**
 * Collects young garbage whenever so much has come through `stream` that its buffers matter: they lie outside the heap,
 * whose size says little of them. Returns the stream, to be piped at once, as it begins to flow. Does nothing where the
 * runtime lets nobody collect (`--expose-gc`).
 */
export function freeBuffers(stream: Readable, gc = globalThis.gc): Readable {
  if (!gc) return stream;
  let unused = 0;
  stream.on('data', (buffer: Buffer) => {
    unused += buffer.length;
    if (unused < collectedBytes) return;
    unused = 0;
    void gc({ type: 'minor', execution: 'sync' });
  });
  return stream;
}
