/** Parses the arguments of a command: its flags, conversion options, and positional arguments. */
import { parseArgs } from 'node:util';
import { nearestName } from '@protean/formats/nearest.ts';
import { usageError } from './exit-status.ts';
import { optionFile, optionText } from './option-file.ts';

/** A flag of a command. A flag without `value` is a switch. */
export interface Flag {
  name: string;
  /** Placeholder for the value in the usage line, such as `FILE`. Undefined for a flag without a value. */
  value?: string;
  short?: string;
  description: string;
}

export interface Arguments {
  positionals: string[];
  /** Values of the command's flags. A switch that is present has the value `''`. */
  flags: ReadonlyMap<string, string>;
  /** Values of the conversion options. Names are written with underscores. */
  options: Record<string, string>;
}

/** The conversion options that a command accepts in addition to its flags. */
export interface KnownOptions {
  /** Names of the options, written with underscores. */
  names: readonly string[];
  /** Returns the kind of value that an option takes, or undefined if the option is unknown. */
  kindOf(name: string): OptionKind | undefined;
}

type OptionKind = 'switch' | 'value' | 'file' | 'json' | 'unknown';

const noOptions: KnownOptions = { names: [], kindOf: () => undefined };

/**
 * Accepts every option name. `anyOptions` is for the first parse, before the list of routes and their options is
 * loaded. After the list of routes is loaded, the arguments are parsed again with the known options.
 */
export const anyOptions: KnownOptions = { names: [], kindOf: () => 'unknown' };

/** Parses arguments. Throws `CommandError` with the exit status of a usage error. */
export function readArguments(
  args: readonly string[],
  flags: readonly Flag[],
  options: KnownOptions = noOptions,
): Arguments {
  const result = {
    positionals: [] as string[],
    flags: new Map<string, string>(),
    options: {} as Record<string, string>,
  };
  const tokens = tokensOf(args, flags, options);
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token.kind === 'positional') result.positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName } = token;
    const flag = flags.find((one) => one.name === name);
    if (flag) {
      result.flags.set(name, flag.value ? valueOf(token) : switchOf(token));
      continue;
    }
    const option = name.replaceAll('-', '_');
    const kind = rawName.startsWith('--') ? options.kindOf(option) : undefined;
    if (kind === undefined) throw unknownFlag(rawName, flags, options);
    result.options[option] = optionReaders[kind](token, tokens, args);
  }
  return result;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: readonly string[], flags: readonly Flag[], options: KnownOptions): Token[] {
  const withValue = options.names.filter((name) =>
    ['value', 'file', 'json'].includes(options.kindOf(name) ?? ''),
  );
  const { tokens = [] } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        withValue.flatMap((name) => [name, hyphened(name)].map((one) => [one, { type: 'string' as const }])),
      ),
      ...Object.fromEntries(
        flags.map(({ name, value, short }) => [
          name,
          { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
        ]),
      ),
    },
    // The parser is not strict, because the error of `unknownFlag` suggests the nearest option.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

function valueOf({ value, rawName }: OptionToken): string {
  if (value === undefined) throw usageError(`${rawName} needs a value.`);
  return value;
}

function switchOf({ value, rawName }: OptionToken): string {
  if (value !== undefined) throw usageError(`${rawName} takes no value.`);
  return '';
}

/** Returns the value of an option that is a switch, as a string. Handles `--toc`, `--toc false` and `--toc=false`. */
function truthOf({ value }: OptionToken, rest: Token[]): string {
  const [next] = rest;
  if (value !== undefined) return value;
  if (next?.kind !== 'positional' || !/^(true|false)$/.test(next.value)) return 'true';
  rest.shift();
  return next.value;
}

type OptionReader = (token: OptionToken, rest: Token[], args: readonly string[]) => string;

const optionReaders: Readonly<Record<OptionKind, OptionReader>> = {
  switch: truthOf,
  value: valueOf,
  file: (token) => optionFile(token.rawName, valueOf(token)),
  json: (token) => optionText(token.rawName, valueOf(token)),
  // Until the routes are known, the kind of an option is unknown. The argument after an unknown option counts as the
  // option's value, even if the argument begins with one hyphen, such as `-secret`.
  unknown: ({ value, index }, rest, args) => {
    const next = args[index + 1];
    if (value !== undefined || next === undefined || next.startsWith('--')) return value ?? '';
    while (rest[0]?.index === index + 1) rest.shift();
    return next;
  },
};

function unknownFlag(given: string, flags: readonly Flag[], options: KnownOptions) {
  const names = flags.map(({ name }) => name);
  const meant = nearestName(given.replace(/^-+/, ''), [...names, ...options.names.map(hyphened)]);
  if (meant !== undefined) return usageError(`Unknown option ${given}. Did you mean --${meant}?`);
  const known = names.map((name) => `--${name}`).join(', ');
  return usageError(`Unknown option ${given}.${known ? ` Available: ${known}.` : ''}`);
}

/** Returns the name of an option as it is written on the command line. */
export const hyphened = (name: string) => name.replaceAll('_', '-');
