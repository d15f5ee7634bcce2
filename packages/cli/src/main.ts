#!/usr/bin/env node
/** The command line `protean`: finds the command, runs it, and says in one line what went wrong. */
import type { Command, Context } from './command.ts';
import { commands } from './commands/index.ts';
import { readSurroundings } from './config.ts';
import { describeError, exitStatus, type ExitStatus } from './exit-status.ts';
import { findLocal, type Local } from './local.ts';
import { flagRow } from './option-help.ts';
import { readWords } from './words.ts';

// Whoever reads the first lines only, as `head` does, has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const asksForHelp = (word: string | undefined) =>
  word !== undefined && ['help', '--help', '-h'].includes(word);

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...typed]: string[]): Promise<number> {
  const local = findLocal();
  const command = commands.find((known) => known.name === name);
  if (command) return runCommand(command, typed, local);
  const status = name === undefined ? undefined : await local.run(name, typed);
  if (status !== undefined) return status;
  if (name === undefined || asksForHelp(name)) {
    const [about] = typed;
    const named = commands.find((known) => known.name === about);
    process.stdout.write(`${named ? usageOf(named) : await usageOfAll(local)}\n`);
    return exitStatus.ok;
  }
  process.stderr.write(`There is no command ${name}. \`protean help\` lists them.\n`);
  return exitStatus.usage;
}

async function runCommand(command: Command, typed: string[], local: Local): Promise<ExitStatus> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => {
    interrupted.abort(new Error('interrupted'));
    // A second Ctrl-C does not wait for anything.
    process.once('SIGINT', () => process.exit(exitStatus.interrupted));
  });
  try {
    if (!command.takesOptions && typed.some(asksForHelp)) {
      process.stdout.write(`${usageOf(command)}\n`);
      return exitStatus.ok;
    }
    const words = readWords(typed, command.flags ?? [], command.takesOptions ? () => 'value' : undefined);
    const surroundings = readSurroundings();
    const context: Context = { typed, words, surroundings, commands, local, signal: interrupted.signal };
    return await (
      await command.load()
    )(context);
  } catch (error) {
    if (interrupted.signal.aborted) return exitStatus.interrupted;
    const described = describeError(error);
    // A defect keeps its stack.
    console.error(described?.message ?? error);
    const { cause } = error as Error;
    if (described && typed.includes('--verbose') && cause instanceof Error)
      console.error(cause.message.trim());
    if (described?.status === exitStatus.usage) console.error(`\n${usageOf(command).split('\n\n', 1)[0]}`);
    return described?.status ?? exitStatus.failed;
  }
}

function usageOf({ name, synopsis, description, flags = [] }: Command): string {
  const lines = synopsis.map((words, n) =>
    `${n === 0 ? 'Usage:' : '      '} protean ${name} ${words}`.trimEnd(),
  );
  return [...lines, '', description, ...(flags.length > 0 ? ['', ...flags.map(flagRow)] : [])].join('\n');
}

async function usageOfAll(local: Local): Promise<string> {
  const rows = [
    ...commands.map(({ name, description }) => [name, description] as const),
    ...(await local.commands()).map(({ name, description }) => [name, description] as const),
  ];
  return `Usage: protean COMMAND

${rows.map(([name, description]) => `  ${name.padEnd(12)} ${description}`).join('\n')}

\`protean help COMMAND\` shows one. A server is named with --server or PROTEAN_SERVER, its key with PROTEAN_API_KEY or
\`protean login\`; without one, files are converted on this machine.`;
}
