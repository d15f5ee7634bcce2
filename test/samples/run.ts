/** Runs a tool on our own files, for making samples and for reading results back; not the way engines are run. */
import { execFile } from 'node:child_process';

export interface Ran {
  stdout: Buffer;
  stderr: string;
}

/** Throws with what the tool said when it fails. `env` is all that it sees besides PATH; else it sees ours. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Ran> {
  const env = options.env ? { PATH: process.env['PATH'], ...options.env } : process.env;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { encoding: 'buffer', maxBuffer: 512 * 1024 * 1024, timeout: 120_000, cwd: options.cwd, env },
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

/** Runs a Python program given as text with Debian's interpreter; `args` are `sys.argv[1:]`. */
export function python(program: string, args: readonly string[] = [], input?: string | Buffer): Promise<Ran> {
  return run('/usr/bin/python3', ['-c', program, ...args], input === undefined ? {} : { input });
}
