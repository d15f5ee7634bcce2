/** Reads parts of a chosen file. The format detection uses this reader in the browser. */
import type { ReadAt } from '@protean/formats/detection/file-bytes.ts';

export const readerOf =
  (file: Blob): ReadAt =>
  async (position, length) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());
