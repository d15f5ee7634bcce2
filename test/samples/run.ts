/**
 * Runs command-line tools and Python programs without a sandbox, to make samples and to inspect results. Protean itself
 * runs its engines in a sandbox.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';

export interface Ran {
  stdout: Buffer;
  stderr: string;
}

/** Default timeout of a tool, in seconds. */
export const maxSeconds = 120;

/**
 * Maximum length of the error output that is read, in bytes. A hostile file can make a tool print more than a string
 * can hold.
 */
const maxMessages = 1024 * 1024;

/**
 * Runs a tool and resolves with its output. If the tool fails, rejects with an error that contains the tool's error
 * output. `env` replaces the environment except PATH. Without `env`, the tool inherits the environment of this process.
 * `seconds` replaces the timeout, and 0 means no timeout.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; input?: string | Buffer; env?: Record<string, string>; seconds?: number } = {},
): Promise<Ran> {
  const env = options.env ? { PATH: process.env['PATH'], ...options.env } : process.env;
  const timeout = (options.seconds ?? maxSeconds) * 1000;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { encoding: 'buffer', maxBuffer: 512 * 1024 * 1024, timeout, cwd: options.cwd, env },
      (error, stdout, messages) => {
        const stderr = messages.toString('utf8', 0, maxMessages);
        if (error)
          reject(new Error(`${program} ${args.join(' ')}: ${stderr || error.message}`, { cause: error }));
        else resolve({ stdout, stderr });
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

/** Runs Python programs. `words` are the arguments of the command `python3`, such as a file and its arguments. */
export interface Interpreter {
  run(words: readonly string[], input: string | Buffer): Promise<Ran>;
}

const lent = new AsyncLocalStorage<Interpreter>();

/**
 * Calls `work`. Python programs that `work` starts with `python` or `pythonFile` run in `interpreter`. Outside of this
 * function, each Python program runs in a new process.
 */
export function withInterpreter<Result>(interpreter: Interpreter, work: () => Result): Result {
  return lent.run(interpreter, work);
}

/** Runs Python source code with Debian's interpreter. `args` are `sys.argv[1:]`. */
export function python(program: string, args: readonly string[] = [], input?: string | Buffer): Promise<Ran> {
  return interpret(['-c', program, ...args], input);
}

/** Runs a Python file with Debian's interpreter. Python writes no bytecode files. */
export function pythonFile(file: string, args: readonly string[], input?: string | Buffer): Promise<Ran> {
  return interpret([file, ...args], input);
}

function interpret(words: readonly string[], input: string | Buffer = ''): Promise<Ran> {
  return lent.getStore()?.run(words, input) ?? run('/usr/bin/python3', ['-B', ...words], { input });
}
