/**
 * Runs one command of the server. Shows the usage of the command on request, and shows each user error as a single
 * line.
 */
import { ConfigError } from '../config.ts';
import type { Command } from './command.ts';
import { complain, print } from './print.ts';

const asksForHelp = (arg = '') => ['help', '--help', '-h'].includes(arg);

/**
 * Names of the errors that are shown without a stack. Comparing names instead of classes avoids loading modules that
 * the command does not need.
 */
const usageErrors = [
  'BackupError',
  'DatabaseUnusable',
  'SandboxMissingError',
  'StorageAwayError',
  'UsageError',
];

/** Runs `command` with `args`. Returns the exit status. */
export async function runCommand(command: Command, args: string[]): Promise<number> {
  try {
    // The command is loaded even for its help text, because setup fills the server's compile cache by showing the help.
    const run = await command.load();
    return takesNone(command, args) ? explain(command, args) : await run(args);
  } catch (error) {
    // Any error that is not a usage error is internal, so it is shown with its stack.
    complain(isUsageError(error) ? error.message : error);
    return 1;
  }
}

function takesNone({ name, usage }: Command, given: readonly string[]): boolean {
  return usage === name && given.length > 0;
}

function explain({ usage, description }: Command, [arg]: readonly string[]): number {
  print(`Usage: protean ${usage}\n\n${description}`);
  return asksForHelp(arg) ? 0 : 2;
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
