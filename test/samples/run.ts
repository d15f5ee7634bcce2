/** Runs a tool on our own files, for making samples and for reading results back; not the way engines are run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';

export interface Ran {
  stdout: Buffer;
  stderr: string;
}

/** What is waited for. */
export const maxSeconds = 120;

/** Throws with what the tool said when it fails. `env` is all that it sees besides PATH; else it sees ours. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Ran> {
  const env = options.env ? { PATH: process.env['PATH'], ...options.env } : process.env;
  const timeout = maxSeconds * 1000;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { encoding: 'buffer', maxBuffer: 512 * 1024 * 1024, timeout, cwd: options.cwd, env },
      (error, stdout, stderr) => {
        if (error)
          reject(
            new Error(`${program} ${args.join(' ')}: ${stderr.toString() || error.message}`, {
              cause: error,
            }),
          );
        else resolve({ stdout, stderr: stderr.toString() });
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

/** Runs programs of Python as `run` would, by the words that follow the interpreter's name. */
export interface Interpreter {
  run(words: readonly string[], input: string | Buffer): Promise<Ran>;
}

const lent = new AsyncLocalStorage<Interpreter>();

/** Whatever `work` does in Python is done by `interpreter`; elsewhere one is started for each program. */
export function withInterpreter<Result>(interpreter: Interpreter, work: () => Result): Result {
  return lent.run(interpreter, work);
}

/** Runs a Python program given as text with Debian's interpreter; `args` are `sys.argv[1:]`. */
export function python(program: string, args: readonly string[] = [], input?: string | Buffer): Promise<Ran> {
  return interpret(['-c', program, ...args], input);
}

/** Runs a Python program that is a file, to which no compiled twin is added. */
export function pythonFile(file: string, args: readonly string[], input?: string | Buffer): Promise<Ran> {
  return interpret([file, ...args], input);
}

function interpret(words: readonly string[], input: string | Buffer = ''): Promise<Ran> {
  return lent.getStore()?.run(words, input) ?? run('/usr/bin/python3', ['-B', ...words], { input });
}
