/** Runs one tool to its end, for hosts that decide by what it says. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';

/** A death by signal n is passed on as 128+n, which is how the box tells a crash from a refusal. */
export function run([program = '', ...args]: readonly string[]): {
  status: number;
  stdout: string;
  stderr: string;
} {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const ended = status ?? 128 + (signal ? constants.signals[signal] : 0);
  return { status: ended, stdout, stderr: stderr.slice(-16_000) };
}
