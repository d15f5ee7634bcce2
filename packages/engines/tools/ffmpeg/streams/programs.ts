/** How runners call ffmpeg and ffprobe: as processes, or in forks of a process that has loaded both. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { run, type RunResult } from '../../../shared/runner/run.ts';
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';

/** Runs a command of `ffmpeg` or `ffprobe` to its end, and appends its stdout to the file `log` if given. */
export type RunProgram = (command: readonly string[], log?: string) => RunResult | Promise<RunResult>;

/** Runs the command in a separate process. */
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
 * Loads ffmpeg and ffprobe, and resolves when both are loaded. The result is a function that takes a limit of
 * processor time in seconds and returns a `RunProgram` with this limit. Rejects if the programs cannot be loaded, for
 * example because Python is missing.
 */
export async function preloadPrograms(): Promise<(cpu: number) => RunProgram> {
  const loader = [`${sandboxPaths.engines}/tools/ffmpeg/preloaded.py`, '/usr/bin/ffmpeg', '/usr/bin/ffprobe'];
  const child = spawn('/usr/bin/python3', loader, { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process with the preloaded programs has ended')));
  });
  // Prevents an unhandled rejection of `gone`, because each pending call already reports the error of the program.
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
