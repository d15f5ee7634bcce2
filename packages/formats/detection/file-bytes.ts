/** Defines the parts of a file that detection reads. */

/** Reads up to `length` bytes at `position`. At the end of the file, returns fewer than `length` bytes. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/**
 * The bytes of a file that detection needs. `head` contains the first bytes. `end` contains the bytes from the end
 * record of a zip, and is empty for other files. `read` reads other bytes of the file.
 */
export interface FileBytes {
  head: Uint8Array;
  end: Uint8Array;
  size: number;
  read: ReadAt;
}
