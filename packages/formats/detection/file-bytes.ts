/** The parts of a file that detection reads. */

/** Reads up to `length` bytes at `position`. Returns fewer at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/** The first bytes, the end (from the end record of a zip, otherwise empty), and a function that reads elsewhere. */
export interface FileBytes {
  head: Uint8Array;
  end: Uint8Array;
  size: number;
  read: ReadAt;
}
