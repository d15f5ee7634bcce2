/**
 * Runs each Python program in its own fork of one process. The forks are isolated from each other. The process has
 * already loaded the libraries, so a program starts quickly.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { maxSeconds, type Interpreter, type Ran } from './run.ts';

const program = path.join(import.meta.dirname, 'interpreter.py');

/**
 * The process whose forks run the programs. The process ends when this object is disposed of, or when its parent
 * process ends.
 */
export class SharedInterpreter implements Interpreter {
  readonly #dir: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #running = new Map<number, (status: number | undefined) => void>();
  #orders = 0;
  /**
   * The standard error of the process, for example output of libraries while they load. The standard error is shown
   * only if the process ends early.
   */
  #stderr = '';

  static async start(): Promise<SharedInterpreter> {
    return new SharedInterpreter(await mkdtemp(path.join(tmpdir(), 'protean-python-')));
  }

  private constructor(dir: string) {
    this.#dir = dir;
    // Starts a separate process group, so that all forks can be ended together.
    const child = spawn('/usr/bin/python3', [program, String(maxSeconds)], {
      stdio: 'pipe',
      detached: true,
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk));
    this.#ended = new Promise((resolve) => child.once('close', () => resolve()));
    void this.#ended.then(() => {
      for (const end of this.#running.values()) end(undefined);
    });
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [order, status] = JSON.parse(line) as [number, number];
      this.#running.get(order)?.(status);
    });
  }

  async run(words: readonly string[], input: string | Buffer): Promise<Ran> {
    const order = (this.#orders += 1);
    const files = ['in', 'out', 'err'].map((name) => path.join(this.#dir, `${order}.${name}`));
    const [given = '', outputFile = '', errorFile = ''] = files;
    try {
      await Promise.all([writeFile(given, input), writeFile(outputFile, ''), writeFile(errorFile, '')]);
      const status = await this.#end(order, words, files);
      const [stdout, stderr] = await Promise.all([readFile(outputFile), readFile(errorFile, 'utf8')]);
      if (status === 0) return { stdout, stderr };
      throw new Error(`python3 ${words.join(' ')}: ${stderr || `exited with ${status}`}`);
    } finally {
      await Promise.all(files.map((file) => rm(file, { force: true })));
    }
  }

  async #end(order: number, words: readonly string[], files: readonly string[]): Promise<number> {
    assert.equal(
      this.#child.exitCode ?? this.#child.signalCode,
      null,
      `the interpreter has ended: ${this.#stderr}`,
    );
    const status = await new Promise<number | undefined>((resolve) => {
      this.#running.set(order, resolve);
      this.#child.stdin?.write(`${JSON.stringify([order, words, files])}\n`);
    });
    this.#running.delete(order);
    assert.ok(status !== undefined, `the interpreter has ended before its program: ${this.#stderr}`);
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
    await rm(this.#dir, { recursive: true, force: true });
  }
}
