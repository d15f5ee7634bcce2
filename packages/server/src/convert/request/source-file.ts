/** The file to convert, open while its conversion is planned: what is asked of it is read by one descriptor. */
import { closeSync, fstatSync, openSync } from 'node:fs';

export interface SourceFile extends Disposable {
  path: string;
  fd: number;
  /** In bytes. */
  size: number;
}

/** Disposing of it closes it. Throws the system's error. */
export function openSourceFile(path: string): SourceFile {
  const fd = openSync(path, 'r');
  return { path, fd, size: fstatSync(fd).size, [Symbol.dispose]: () => closeSync(fd) };
}
