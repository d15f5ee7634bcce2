/** The words after `protean convert`: which there are, and what is asked for by them. */
import { parseArgs } from 'node:util';
import { isolationOption, isolationRow } from '../convert/isolation-group.ts';
import { optionNames, optionRows } from '@protean/engines/runtime/options.ts';

export interface FileRequest {
  input: string;
  output: string;
  source?: string;
  /** Without it the name of the output tells. */
  target?: string;
  /** Whether to show what the tool says when it fails. */
  verbose: boolean;
  options: Readonly<Record<string, unknown>>;
}

/** Words that mean nothing; the usage tells which do. */
export class ConvertUsageError extends Error {}

const own = {
  '--source FORMAT': 'What IN is, where its name does not tell.',
  '--target FORMAT': 'What OUT is to be, where its name does not tell.',
  '--verbose': 'Shows what the tool itself says when it fails.',
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
  'Options; which of them mean something depends on the formats:',
  ...optionNames.map((name) => optionHelp(name, optionRows[name])),
  '',
  'Taken as the server takes it, though nothing is shared here:',
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
  if (rest.length > 0) throw new ConvertUsageError(`There is one word too many: ${rest[0]}`);
  return {
    ...{ input, output, verbose, options },
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
    // Its first sentence says what is wrong; the others are about programs in general.
    throw new ConvertUsageError((error as Error).message.split(/(?<=\.)\s/)[0], { cause: error });
  }
}

/** Names of options are written with hyphens as well: `--max-size` is `--max_size`. */
function underscored(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((word, at) => {
    const [, name, rest = ''] = /^--([a-z][a-z_-]*)(=[^]*)?$/.exec(word) ?? [];
    return name === undefined || (end >= 0 && at > end) ? word : `--${name.replaceAll('-', '_')}${rest}`;
  });
}
