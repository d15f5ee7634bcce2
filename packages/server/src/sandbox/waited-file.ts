/**
 * The file in which the programs of a sandbox read how long their job has waited for a processor. Programs in a sandbox
 * cannot measure the waiting time themselves, because a sandbox has no /proc.
 */
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Minimum increase of the waiting time before the file is written again, in milliseconds. A smaller increase is not
 * written, so it has no effect on the time limits of programs.
 */
const leastMs = 100;

export class WaitedFile {
  readonly #file: string;
  #written = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Writes the waiting time of the current job in milliseconds. */
  write(ms: number): void {
    if (ms < this.#written + leastMs) return;
    // Programs may read the file at any time, so the file is replaced instead of overwritten.
    const next = `${this.#file}.next`;
    try {
      writeFileSync(next, String(Math.round(ms)));
      // The programs in the sandbox may run as another user, who must be able to read the file.
      chmodSync(next, 0o644);
      renameSync(next, this.#file);
      this.#written = ms;
    } catch {
      // If the disk is full, the file cannot be written, and programs count their waiting time as processor time.
    }
  }

  /** Removes the file with the waiting time before the next job of the sandbox. */
  remove(): void {
    if (this.#written === 0) return;
    rmSync(this.#file, { force: true });
    this.#written = 0;
  }
}
