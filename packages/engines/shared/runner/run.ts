/** Runs a tool to completion, for runners that evaluate its output. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';

export interface RunResult {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Returns the exit status of a tool. A tool killed by signal n has the status 128+n, so that the server can distinguish
 * a crash from a refusal.
 */
export const exitStatus = (status: number | null, signal: NodeJS.Signals | null): number =>
  status ?? 128 + (signal ? constants.signals[signal] : 0);

/**
 * Runs a tool, waits until it exits, and returns its status and output. `output` may be an open file for the tool's
 * stdout.
 */
export function run([program = '', ...args]: readonly string[], output: 'pipe' | number = 'pipe'): RunResult {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', output, 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return {
    status: exitStatus(status, signal),
    stdout: output === 'pipe' ? stdout : '',
    stderr: stderr.slice(-16_000),
  };
}
