/** The source file, opened once while its conversion is planned, so that every check reads the same descriptor. */
import { closeSync, fstatSync, openSync } from 'node:fs';

export interface SourceFile extends Disposable {
  path: string;
  fd: number;
  /** Size in bytes. */
  size: number;
}

/**
 * Opens the file. Disposing the returned object closes the file. Throws the system's error if the file cannot be
 * opened.
 */
export function openSourceFile(path: string): SourceFile {
  const fd = openSync(path, 'r');
  return { path, fd, size: fstatSync(fd).size, [Symbol.dispose]: () => closeSync(fd) };
}
