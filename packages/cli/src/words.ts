/** Reads the words after a command: its flags, options of the conversion, and the rest. */
import { nearestName } from '@protean/formats/nearest.ts';
import { usageError } from './exit-status.ts';

/** A flag of a command; without `value` it is a switch. */
export interface Flag {
  name: string;
  /** What stands for its value in the usage. */
  value?: string;
  short?: string;
  description: string;
}

export interface Words {
  positionals: string[];
  /** Values of the command's flags; a switch that is given is `''`. */
  flags: ReadonlyMap<string, string>;
  /** Of the conversion, by their names with underscores. */
  options: Record<string, string>;
}

/** The options of a conversion that may stand among a command's flags. */
export interface KnownOptions {
  /** With underscores. */
  names: readonly string[];
  /** Undefined where there is none such. */
  kindOf(name: string): OptionKind | undefined;
}

type OptionKind = 'switch' | 'value' | 'unknown';

const noOptions: KnownOptions = { names: [], kindOf: () => undefined };

/** Before the routes are known, and with them which options there are. */
export const anyOptions: KnownOptions = { names: [], kindOf: () => 'unknown' };

/** Throws `CommandError` with the status of a wrong usage. */
export function readWords(
  words: readonly string[],
  flags: readonly Flag[],
  options: KnownOptions = noOptions,
): Words {
  const result = {
    positionals: [] as string[],
    flags: new Map<string, string>(),
    options: {} as Record<string, string>,
  };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      result.positionals.push(...rest);
      break;
    }
    const flag = flags.find(({ name, short }) => isNamed(word, name) || (short && word === `-${short}`));
    if (flag) {
      result.flags.set(flag.name, flag.value ? valueOf(word, rest) : switchOf(word));
    } else if (word.startsWith('--')) {
      const name = (word.slice(2).split('=', 1)[0] ?? '').replaceAll('-', '_');
      const kind = options.kindOf(name);
      if (kind === undefined) throw unknownFlag(word, flags, options);
      result.options[name] = optionReaders[kind](word, rest);
    } else if (word.length > 1 && word.startsWith('-')) {
      throw unknownFlag(word, flags, options);
    } else {
      result.positionals.push(word);
    }
  }
  return result;
}

const isNamed = (word: string, name: string) => word === `--${name}` || word.startsWith(`--${name}=`);

function valueOf(word: string, rest: string[]): string {
  const at = word.indexOf('=');
  const value = at > 0 ? word.slice(at + 1) : rest.shift();
  if (value === undefined) throw usageError(`${word} needs a value.`);
  return value;
}

function switchOf(word: string): string {
  if (word.includes('=')) throw usageError(`${word.split('=')[0]} takes no value.`);
  return '';
}

/** `--toc`, `--toc false` and `--toc=false`. */
function truthOf(word: string, rest: string[]): string {
  const at = word.indexOf('=');
  if (at > 0) return word.slice(at + 1);
  return /^(true|false)$/.test(rest[0] ?? '') ? (rest.shift() ?? '') : 'true';
}

const optionReaders: Readonly<Record<OptionKind, (word: string, rest: string[]) => string>> = {
  switch: truthOf,
  value: valueOf,
  // The last word may be a switch.
  unknown: (word, rest) => (rest.length > 0 ? valueOf(word, rest) : ''),
};

function unknownFlag(word: string, flags: readonly Flag[], options: KnownOptions) {
  const given = word.split('=')[0] ?? word;
  const names = flags.map(({ name }) => name);
  const meant = nearestName(given.replace(/^-+/, ''), [...names, ...options.names.map(hyphened)]);
  if (meant !== undefined) return usageError(`There is no option ${given} here. Did you mean --${meant}?`);
  const known = names.map((name) => `--${name}`).join(', ');
  return usageError(`There is no option ${given} here.${known ? ` There are ${known}.` : ''}`);
}

/** As an option is written on the command line. */
export const hyphened = (name: string) => name.replaceAll('_', '-');
