/** Reads the conversion options from the list of formats, with the kind of value and the help text of each option. */
import type { FormatList } from '@protean/client';
import { convertFlags } from './convert-flags.ts';
import { optionKinds } from './generated/option-kinds.ts';
import { hyphened, type Flag, type KnownOptions } from './arguments.ts';

interface OptionSchema {
  type?: string | readonly string[];
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  description?: string;
  /**
   * Media type of the value. The media type is present if the value is a file, or JSON that may be read from a file.
   */
  contentMediaType?: string;
}

const json = 'application/json';

/** All options in this version of Protean. Conversions with the engines of this machine accept these options. */
export const allOptions: KnownOptions = {
  names: Object.keys(optionKinds),
  kindOf: (name) => optionKinds[name],
};

/**
 * Returns the options that a server lists. If the server and this command line have different versions, they may have
 * different options.
 */
export function optionsIn({ options }: FormatList): KnownOptions {
  return {
    names: Object.keys(options),
    kindOf: (name) => {
      const schema: OptionSchema | undefined = options[name];
      if (schema?.contentMediaType !== undefined) return schema.contentMediaType === json ? 'json' : 'file';
      return schema && (schema.type === 'boolean' ? 'switch' : 'value');
    },
  };
}

const row = (flag: string, description: string) => `  ${flag.padEnd(26)} ${description}`;

export const flagRow = ({ name, short, value, description }: Flag) =>
  row(`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, description);

/**
 * Returns the help for the options of all routes in `list`. If the caller filtered the list by formats, `source` and
 * `target` are these formats. The heading of the help shows `source` and `target`.
 */
export function optionHelp(list: FormatList, source?: string, target?: string): string {
  const names = Object.keys(list.options).sort();
  const of = [source && ` of ${source}`, target && ` to ${target}`].filter(Boolean).join('');
  return [
    'Usage: protean convert IN OUT',
    '       protean convert FILE|DIR… --to FORMAT [--out DIR]',
    '       protean convert --help [FORMAT [FORMAT]]',
    '',
    ...convertFlags.map(flagRow),
    '',
    names.length > 0 ? `Options${of || '; which ones apply depends on the formats'}:` : `No options${of}.`,
    ...optionRows(list, names),
  ].join('\n');
}

/** Returns one line per option. */
export function optionRows({ options }: FormatList, names: readonly string[]): string[] {
  return names.map((name) => {
    const schema: OptionSchema = options[name] ?? {};
    return row(`--${hyphened(name)} ${valueIn(schema)}`.trimEnd(), schema.description ?? '');
  });
}

function valueIn({ type, enum: names, minimum, maximum, contentMediaType }: OptionSchema): string {
  if (contentMediaType !== undefined) return contentMediaType === json ? 'JSON|FILE' : 'FILE';
  if (type === 'boolean') return '';
  if (names) return names.join('|');
  return minimum === undefined || maximum === undefined ? 'VALUE' : `${minimum}-${maximum}`;
}
