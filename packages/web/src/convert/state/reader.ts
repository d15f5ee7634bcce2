/** Reads parts of a chosen file, for the same format detection as on the server. */
import type { ReadAt } from '@protean/formats/detection/file-bytes.ts';

export const readerOf =
  (file: Blob): ReadAt =>
  async (position, length) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());
