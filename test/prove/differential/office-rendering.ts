/**
 * Prints office files as PDF, one after the other. The files are printed by a separate LibreOffice process instead of
 * the engine under test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const program = path.join(import.meta.dirname, 'office_rendering.py');

export class OfficeRendering {
  readonly #dir: string;
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();

  static async start(): Promise<OfficeRendering> {
    return new OfficeRendering(await mkdtemp(path.join(tmpdir(), 'protean-office-')));
  }

  private constructor(dir: string) {
    this.#dir = dir;
    this.#child = spawn('/usr/bin/python3', ['-B', program, path.join(dir, 'profile')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdin, stdout } = this.#child;
    stdin?.on('error', () => {});
    this.#answers = createInterface({ input: stdout ?? process.stdin })[Symbol.asyncIterator]();
  }

  /**
   * Prints `file` as PDF to the path `pdf`. If `flat` is given, also writes the whole content to the path `flat` as a
   * single XML file (flat OpenDocument).
   */
  print(file: string, pdf: string, flat?: string): Promise<void> {
    const printed = this.#last.then(() => this.#order([file, pdf, flat ?? null]));
    this.#last = printed.catch(() => {});
    return printed;
  }

  async #order(order: readonly (string | null)[]): Promise<void> {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    const answer = await this.#answers.next();
    if (answer.done) throw new Error('the LibreOffice process has exited');
    const error = JSON.parse(answer.value) as string;
    if (error) throw new Error(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await ended;
    await rm(this.#dir, { recursive: true, force: true });
  }
}
