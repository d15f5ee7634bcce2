#!/usr/bin/env node
/** The command line `protean`: finds the command, runs it, and reports errors in one line. */
import type { Command, Context } from './command.ts';
import { commands } from './commands/index.ts';
import { readSurroundings } from './config.ts';
import { describeError, exitStatus, type ExitStatus } from './exit-status.ts';
import type { Local } from './local.ts';
import { findLocal } from '#local';
import { nearestName } from '@protean/formats/nearest.ts';
import { flagRow } from './option-help.ts';
import { version } from './version.ts';
import { anyOptions, readArguments } from './arguments.ts';

// A reader such as `head` may close the pipe early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  const described = describeError(Object.assign(error, { path: 'Standard output' }));
  console.error(described?.message ?? error);
  process.exit(described?.status ?? exitStatus.failed);
});

const asksForHelp = (word: string | undefined) =>
  word !== undefined && ['help', '--help', '-h'].includes(word);

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...typed]: string[]): Promise<number> {
  if (name === '--version' || name === '-V') {
    process.stdout.write(`protean ${version}\n`);
    return exitStatus.ok;
  }
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
  const names = [...commands, ...(await local.commands())].map((known) => known.name);
  const meant = nearestName(name, names);
  const advice = meant === undefined ? 'See `protean help`.' : `Did you mean ${meant}?`;
  process.stderr.write(`Unknown command ${name}. ${advice}\n`);
  return exitStatus.usage;
}

async function runCommand(command: Command, typed: string[], local: Local): Promise<ExitStatus> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => {
    interrupted.abort(new Error('interrupted'));
    // A second Ctrl-C exits immediately.
    process.once('SIGINT', () => process.exit(exitStatus.interrupted));
  });
  try {
    if (!command.takesOptions && typed.some(asksForHelp)) {
      process.stdout.write(`${usageOf(command)}\n`);
      return exitStatus.ok;
    }
    const args = readArguments(typed, command.flags ?? [], command.takesOptions ? anyOptions : undefined);
    const surroundings = readSurroundings();
    const context: Context = { typed, args, surroundings, commands, local, signal: interrupted.signal };
    return await (
      await command.load()
    )(context);
  } catch (error) {
    if (interrupted.signal.aborted) return exitStatus.interrupted;
    const described = describeError(error);
    // A bug keeps its stack.
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

\`protean help COMMAND\` shows one. Specify a server with --server or PROTEAN_SERVER, and its key with PROTEAN_API_KEY or
\`protean login\`${local.converts ? '; without one, files are converted on this machine' : ''}.`;
}
