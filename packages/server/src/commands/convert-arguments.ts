/** The arguments of `protean convert`, and its usage. */
import { parseArgs } from 'node:util';
import { isolationOption, isolationRow } from '../convert/isolation-group.ts';
import { optionNames, optionRows } from '@protean/engines/runtime/options.ts';

export interface FileRequest {
  input: string;
  output: string;
  source?: string;
  /** By default the format of the output's name. */
  target?: string;
  /** Whether to show the error output of an engine that fails. */
  verbose: boolean;
  options: Readonly<Record<string, unknown>>;
}

/** The arguments are not those of the usage. */
export class ConvertUsageError extends Error {}

const own = {
  '--source FORMAT': 'The format of IN, where its name does not tell.',
  '--target FORMAT': 'The format of OUT, where its name does not tell.',
  '--verbose': 'Shows the error output of an engine that fails.',
  '--help': 'Shows this.',
};

const row = (flag: string, description: string) => `  ${flag.padEnd(24)} ${description}`;

const optionHelp = (name: string, { description, valid }: { description: string; valid: string }) =>
  `${row(`--${name} VALUE`, description)}\n${row('', `VALUE is ${valid}.`)}`;

export const usage = [
  'Usage: protean convert IN OUT [--OPTION VALUE]...',
  '',
  ...Object.entries(own).map(([flag, description]) => row(flag, description)),
  '',
  'Options; which of them apply depends on the formats:',
  ...optionNames.map((name) => optionHelp(name, optionRows[name])),
  '',
  'Accepted as by the server, without effect here:',
  optionHelp(isolationOption.replaceAll('_', '-'), isolationRow),
].join('\n');

const one = { type: 'string' as const };

/** Throws {@link ConvertUsageError}. */
export function parseArguments(args: string[]): FileRequest | 'help' {
  const { positionals, values } = parse(args);
  const { help, verbose = false, source, target, ...options } = values;
  if (help) return 'help';
  const [input, output, ...rest] = positionals;
  if (!input || !output) throw new ConvertUsageError('Name the file to read and the file to write.');
  if (rest.length > 0) throw new ConvertUsageError(`There is one argument too many: ${rest[0]}`);
  return {
    input,
    output,
    verbose,
    options,
    ...(source === undefined ? {} : { source }),
    ...(target === undefined ? {} : { target }),
  };
}

function parse(args: string[]) {
  const flags = {
    source: one,
    target: one,
    verbose: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  const options = Object.fromEntries([...optionNames, isolationOption].map((name) => [name, one]));
  try {
    return parseArgs({
      args: underscored(args),
      allowPositionals: true,
      options: { ...options, ...flags },
    });
  } catch (error) {
    // Only the first sentence is about these arguments.
    throw new ConvertUsageError((error as Error).message.split(/(?<=\.)\s/)[0], { cause: error });
  }
}

/** Option names with hyphens are accepted too: `--max-size` is `--max_size`. */
function underscored(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => {
    const [, name, rest = ''] = /^--([a-z][a-z_-]*)(=[^]*)?$/.exec(arg) ?? [];
    return name === undefined || (end >= 0 && at > end) ? arg : `--${name.replaceAll('-', '_')}${rest}`;
  });
}
