/** Frees the used buffers of a stream without waiting for the garbage collector. */
import type { Readable } from 'node:stream';

/**
 * Bytes between collections. A higher value costs memory and reuses buffers that have left the processor's cache. A
 * lower value costs more collections.
 */
const collectedBytes = 4 * 1024 * 1024;

/**
 * Runs minor garbage collections regularly while data flows through `stream`. Its buffers are outside the heap, so the
 * heap's size does not trigger collections. Pipe the returned stream immediately, because it starts to flow. No-op
 * without `--expose-gc`.
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
