/** The command line: `protean COMMAND`; commands/ has one file for each. */
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { ConfigError } from './config.ts';

const usage = `Usage: protean COMMAND

${commands.map(({ usage, description }) => `  ${usage.padEnd(34)} ${description}`).join('\n')}

Settings come from environment variables; see docs/operations.md.`;

// A reader that closes the pipe early, as `head` does, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const asksForHelp = (arg = '') => ['help', '--help', '-h'].includes(arg);
const [name = 'help', ...args] = process.argv.slice(2);
const command = commands.find((known) => known.name === name);
if (command) {
  try {
    // Loaded even for help: script/setup asks for help to have the server compiled.
    const run = await command.load();
    process.exitCode = takesNoArguments(command, args) ? explain(command, args) : await run(args);
  } catch (error) {
    // A mistake of the operator needs its message only; a bug keeps its stack.
    console.error(isUsageError(error) ? error.message : error);
    process.exitCode = 1;
  }
} else {
  console.log(usage);
  process.exitCode = asksForHelp(name) ? 0 : 2;
}

function takesNoArguments({ name, usage }: Command, given: readonly string[]): boolean {
  return usage === name && given.length > 0;
}

function explain({ usage, description }: Command, [arg]: readonly string[]): number {
  console.log(`Usage: protean ${usage}\n\n${description}`);
  return asksForHelp(arg) ? 0 : 2;
}

function isUsageError(error: unknown): error is Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    error instanceof ConfigError ||
    code.startsWith('ERR_PARSE_ARGS') ||
    ['EADDRINUSE', 'EACCES', 'ENOENT'].includes(code) ||
    // By name, so that their modules are not loaded by commands that do not need them.
    ['DatabaseUnusable', 'SandboxMissingError', 'UsageError'].includes((error as Error).name)
  );
}
