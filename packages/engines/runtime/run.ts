/** Runs one tool to its end, for hosts that decide by what it says. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';

interface RunResult {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * A death by signal n is passed on as 128+n, which is how the box tells a crash from a refusal. What it writes to its
 * output may go to an open file instead.
 */
export function run([program = '', ...args]: readonly string[], output: 'pipe' | number = 'pipe'): RunResult {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', output, 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const ended = status ?? 128 + (signal ? constants.signals[signal] : 0);
  return { status: ended, stdout: output === 'pipe' ? stdout : '', stderr: stderr.slice(-16_000) };
}
