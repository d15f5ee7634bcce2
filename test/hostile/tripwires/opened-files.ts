/**
 * Detects with inotify when a canary (a file that no conversion may read) is opened or read. Access times are not
 * sufficient, because they do not change on read-only mounts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('opened_files.py', import.meta.url));

export class OpenedFiles {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #paths = new Set<string>();
  #asking: Promise<void> = Promise.resolve();

  private constructor(folders: readonly string[]) {
    this.#child = spawn('/usr/bin/python3', [program, ...folders], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (!this.#child.stdout) throw new Error('the watcher has no output');
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** Starts to watch the files in `folders`, but not the files in their subfolders. */
  static async watch(folders: readonly string[]): Promise<OpenedFiles> {
    const opened = new OpenedFiles(folders);
    await opened.#answer();
    return opened;
  }

  /** Returns whether `file` was opened or read since the last call of `forget` with this file. */
  async has(file: string): Promise<boolean> {
    await this.#ask();
    return this.#paths.has(file);
  }

  async forget(file: string): Promise<void> {
    await this.#ask();
    this.#paths.delete(file);
  }

  close(): void {
    this.#child.stdin?.end();
  }

  #ask(): Promise<void> {
    this.#asking = this.#asking.then(() => {
      this.#child.stdin?.write('\n');
      return this.#answer();
    });
    return this.#asking;
  }

  async #answer(): Promise<void> {
    for (;;) {
      const line = await this.#lines.next();
      if (line.done) throw new Error('the watcher of the canaries has exited');
      if (line.value === '') return;
      this.#paths.add(line.value);
    }
  }
}
