/** The command line: `protean serve`, `protean convert IN OUT`, `protean doctor`. */
import { commands } from './commands/index.ts';
import { ConfigError } from './config.ts';

const usage = `Usage: protean COMMAND

${commands.map(({ usage, says }) => `  ${usage.padEnd(34)} ${says}`).join('\n')}

Settings come from environment variables; see docs/operations.md.`;

const [name = 'help', ...args] = process.argv.slice(2);
const command = commands.find((known) => known.name === name);
if (command) {
  try {
    const run = await command.load();
    process.exitCode = await run(args);
  } catch (error) {
    // Mistakes of the operator are said plainly; a bug keeps its stack.
    console.error(isMistake(error) ? error.message : error);
    process.exitCode = 1;
  }
} else {
  console.log(usage);
  process.exitCode = ['help', '--help', '-h'].includes(name) ? 0 : 2;
}

function isMistake(error: unknown): error is Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    error instanceof ConfigError ||
    code.startsWith('ERR_PARSE_ARGS') ||
    ['EADDRINUSE', 'EACCES', 'ENOENT'].includes(code) ||
    // Known by their names: whoever needs no database does not load it.
    ['DatabaseUnusable', 'Mistake'].includes((error as Error).name)
  );
}
