/** The parts of a file that detection looks at. */

/** Up to `length` bytes at `position`: fewer where the file ends before. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/** Its first bytes, its end from the end record of a zip on (empty where there is none), and a way to read elsewhere. */
export interface FileBytes {
  head: Uint8Array;
  end: Uint8Array;
  size: number;
  read: ReadAt;
}
