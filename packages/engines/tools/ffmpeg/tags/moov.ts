/** Reads the box `moov` of an MP4 file, and changes its bytes in place. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Larger `moov` boxes are not searched. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Changes the box `moov` in place. `changes` receives the box with its header, and returns new bytes with their offsets
 * in the box.
 */
export function changeMoov(
  path: string,
  changes: (moov: Buffer) => readonly (readonly [at: number, bytes: Buffer])[],
): void {
  const file = openSync(path, 'r+');
  try {
    const moov = moovIn(file);
    if (!moov) return;
    for (const [at, bytes] of changes(moov.bytes)) writeSync(file, bytes, 0, bytes.length, moov.start + at);
  } finally {
    closeSync(file);
  }
}

/** Returns the box with its header, or undefined if the box is missing or very large. */
export function readMoov(path: string): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    return moovIn(file)?.bytes;
  } finally {
    closeSync(file);
  }
}

function moovIn(file: number): { start: number; bytes: Buffer } | undefined {
  const { size } = fstatSync(file);
  const head = Buffer.alloc(16);
  for (let start = 0; start + 8 <= size;) {
    readSync(file, head, 0, 16, start);
    const declared = head.readUInt32BE(0);
    const length = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared || size - start;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > maxBytes || start + length > size) return undefined;
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, start);
      return { start, bytes };
    }
    if (length < 8) return undefined;
    start += length;
  }
  return undefined;
}
