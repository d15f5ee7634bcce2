/** Defines the parts of a file that detection reads. */

/** Reads up to `length` bytes at `position`. Returns fewer bytes at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/**
 * The first bytes of a file, the bytes from the end record of a zip (empty for other files), and a function that reads
 * other parts.
 */
export interface FileBytes {
  head: Uint8Array;
  end: Uint8Array;
  size: number;
  read: ReadAt;
}
