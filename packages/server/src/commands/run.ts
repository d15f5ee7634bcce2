/** Runs one command of the server: shows its usage when asked, and says mistakes in one line. */
import { ConfigError } from '../config.ts';
import type { Command } from './command.ts';

const asksForHelp = (word = '') => ['help', '--help', '-h'].includes(word);

/** By name, so that their modules are not loaded by commands that do not need them. */
const usageErrors = [
  'BackupError',
  'DatabaseUnusable',
  'SandboxMissingError',
  'StorageAwayError',
  'UsageError',
];

/** Answers the exit status. */
export async function runCommand(command: Command, words: string[]): Promise<number> {
  try {
    // Loaded before anything is explained: by asking for help set-up has the server compiled.
    const run = await command.load();
    return takesNone(command, words) ? explain(command, words) : await run(words);
  } catch (error) {
    // A bug keeps its stack.
    console.error(isUsageError(error) ? error.message : error);
    return 1;
  }
}

function takesNone({ name, usage }: Command, given: readonly string[]): boolean {
  return usage === name && given.length > 0;
}

function explain({ usage, description }: Command, [word]: readonly string[]): number {
  console.log(`Usage: protean ${usage}\n\n${description}`);
  return asksForHelp(word) ? 0 : 2;
}

function isUsageError(error: unknown): error is Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    error instanceof ConfigError ||
    code.startsWith('ERR_PARSE_ARGS') ||
    ['EADDRINUSE', 'EACCES', 'ENOENT'].includes(code) ||
    usageErrors.includes((error as Error).name)
  );
}
