/** Frees the used buffers of a stream without waiting for the garbage collector. */
import type { Readable } from 'node:stream';

/**
 * Number of bytes between garbage collections. A larger number uses more memory, and buffers leave the processor's
 * cache before they are reused. A smaller number causes more collections.
 */
const collectedBytes = 4 * 1024 * 1024;

/**
 * Runs minor garbage collections regularly while data flows through `stream`. The size of the heap would not trigger
 * collections, because the stream's buffers are outside the heap. Calling `freeBuffers` starts the flow of data, so
 * pipe the returned stream immediately. No-op without `--expose-gc`.
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
