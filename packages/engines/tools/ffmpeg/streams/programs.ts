/** How runners call ffmpeg and ffprobe: as processes, or in forks of one that has loaded both. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { run, type RunResult } from '../../../shared/runner/run.ts';
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';

/** Runs a command of `ffmpeg` or `ffprobe` to its end; its stdout is appended to `log`, where there is one. */
export type RunProgram = (command: readonly string[], log?: string) => RunResult | Promise<RunResult>;

/** In a process of its own. */
export const runAsProcess: RunProgram = (command, log) => {
  if (log === undefined) return run(command);
  const file = openSync(log, 'a');
  try {
    return run(command, file);
  } finally {
    closeSync(file);
  }
};

/**
 * How they are called within so many seconds of processor time. Resolves when both are loaded; rejects where they cannot be, as when there is no Python.
 */
export async function preloadPrograms(): Promise<(cpu: number) => RunProgram> {
  const loader = [`${sandboxPaths.engines}/tools/ffmpeg/preloaded.py`, '/usr/bin/ffmpeg', '/usr/bin/ffprobe'];
  const child = spawn('/usr/bin/python3', loader, { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the preloaded programs have ended')));
  });
  // Whoever waits for an answer is told.
  gone.catch(() => {});
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const { value } = await Promise.race([lines.next(), gone]);
    return String(value);
  };
  await answer();
  return (cpu) => async (command, log) => {
    child.stdin.write(`${JSON.stringify({ command, cpu, stdout: log })}\n`);
    return JSON.parse(await answer()) as RunResult;
  };
}
