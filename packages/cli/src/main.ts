#!/usr/bin/env node
/** The command line `protean`: finds the command, runs it, and reports errors in one line. */
import { tasks, type Command, type Context } from './command.ts';
import { commands } from './commands/index.ts';
import { readSurroundings } from './config.ts';
import { describeError, exitStatus, type ExitStatus } from './exit-status.ts';
import type { Local } from './local.ts';
import { findLocal } from '#local';
import { nearestName } from '@protean/formats/nearest.ts';
import { flagRow } from './option-help.ts';
import { complain, complainLines, complainOf, print, printLines } from './terminal.ts';
import { version } from './version.ts';
import { anyOptions, readArguments } from './arguments.ts';

// A program such as `head` may close the pipe of standard output early. Closing the pipe early is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  complainOf(Object.assign(error, { path: 'Standard output' }));
  process.exit(describeError(error)?.status ?? exitStatus.failed);
});

const asksForHelp = (word: string | undefined) =>
  word !== undefined && ['help', '--help', '-h'].includes(word);

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...typed]: string[]): Promise<number> {
  if (name === '--version' || name === '-V') {
    print(`protean ${version}`);
    return exitStatus.ok;
  }
  const local = findLocal();
  const command = commands.find((known) => known.name === name);
  if (command) return runCommand(command, typed, local);
  const status = name === undefined ? undefined : await local.run(name, typed);
  if (status !== undefined) return status;
  if (name === undefined || asksForHelp(name)) return showHelp(typed[0], local);
  return refuseCommand(name, local);
}

/** Shows the help of a command, or the list of all commands. */
async function showHelp(name: string | undefined, local: Local): Promise<number> {
  const isOverview = name === undefined || asksForHelp(name);
  const command = commands.find((known) => known.name === name);
  if (!isOverview && !command) return (await local.run(name, ['--help'])) ?? refuseCommand(name, local);
  printLines(command ? usageOf(command) : await usageOfAll(local));
  return exitStatus.ok;
}

async function refuseCommand(name: string, local: Local): Promise<ExitStatus> {
  const names = [...commands, ...(await local.commands())].map((known) => known.name);
  const meant = nearestName(name, names);
  const advice = meant === undefined ? 'See `protean help`.' : `Did you mean ${meant}?`;
  complain(`Unknown command ${name}. ${advice}`);
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
      printLines(usageOf(command));
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
    complainOf(error);
    const { cause } = error as Error;
    if (described && typed.includes('--verbose') && cause instanceof Error)
      complainLines(cause.message.trim());
    if (described?.status === exitStatus.usage) complainLines(`\n${usageOf(command).split('\n\n', 1)[0]}`);
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
  const all = [
    ...commands,
    ...(await local.commands()).map((command) => ({ ...command, task: 'machine' as const })),
  ];
  const groups = Object.entries(tasks).flatMap(([task, title]) => {
    const rows = all.filter((command) => command.task === task);
    return rows.length === 0
      ? []
      : [
          `${title}:\n${rows.map(({ name, description }) => `  ${name.padEnd(12)} ${description}`).join('\n')}`,
        ];
  });
  return `Usage: protean COMMAND

${groups.join('\n\n')}

\`protean help COMMAND\` shows the help of one command. Specify a server with --server or PROTEAN_SERVER, and its key with
PROTEAN_API_KEY or \`protean login\`${local.converts ? '; without a server, files are converted on this machine' : ''}.`;
}
