/** Every conversion option once: its type, its bounds, what it does, and which step of a chain it is for. */
import { z } from 'zod';

/** Options arrive as text (form fields, flags) or as JSON values; both forms are read. */
const integer = (minimum: number, maximum: number) =>
  z.union([z.number(), digits]).pipe(z.number().int().min(minimum).max(maximum));

/** Coerced without a look, an empty field would be 0. */
const digits = z
  .string()
  .regex(/^\s*\d+(\.0*)?\s*$/)
  .transform(Number);

const boolean = () => z.union([z.boolean(), z.stringbool()]);

const colourNames = ['white', 'black', 'transparent', 'red', 'green', 'blue', 'gray', 'yellow'] as const;

/** By name or in hexadecimal, with or without its number sign. */
const colour = new RegExp(`^(#?[0-9a-fA-F]{6}|#?[0-9a-fA-F]{3}|${colourNames.join('|')})$`);

/** Seconds, or `hh:mm:ss` with the hours left out at will; becomes seconds. */
const time = () =>
  z.union([z.number().min(0), z.string().regex(/^(\d{1,2}:){0,2}\d{1,5}(\.\d{1,3})?$/)]).transform((given) =>
    String(given)
      .split(':')
      .reduce((seconds, part) => seconds * 60 + Number(part), 0),
  );

/** Bytes, or a number with k, m or g; becomes bytes. */
const bytes = () =>
  z
    .union([z.number().int().positive(), z.string().regex(/^\d{1,12}(\.\d{1,3})?\s*([kmg]b?|b)?$/i)])
    .transform((given) => {
      const [, amount = '0', unit = ''] = /^([\d.]+)\s*([kmg]?)/i.exec(String(given)) ?? [];
      return Math.floor(Number(amount) * 1000 ** ' kmg'.indexOf(unit.toLowerCase() || ' '));
    })
    .refine((size) => size > 0);

/** `1-3,7`, pages counted from 1 and in rising order. */
const pageList = () =>
  z.union([z.number().int().positive().transform(String), z.string()]).refine((given) => {
    const numbers = given.split(/[-,]/).map(Number);
    const rising = numbers.every((page, n) => page > 0 && page >= (numbers[n - 1] ?? 1));
    return given.length <= 200 && /^\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*$/.test(given) && rising;
  });

/** Of several steps that know an option: the one that reads the file, the one that writes the result, or each. */
type StepScope = 'first' | 'last' | 'every';

interface Option<Type extends z.ZodType> {
  type: Type;
  /** What is accepted, in words that end the sentence "it must be". */
  valid: string;
  /** The JSON form of what is accepted, for the list of formats. */
  schema: Readonly<Record<string, unknown>>;
  description: string;
  step: StepScope;
}

const option = <Type extends z.ZodType>(row: Option<Type>) => row;

const integerOption = (minimum: number, maximum: number, step: StepScope, description: string) =>
  option({
    type: integer(minimum, maximum),
    valid: `a whole number from ${minimum} to ${maximum}`,
    schema: { type: 'integer', minimum, maximum },
    step,
    description,
  });
const booleanOption = (step: StepScope, description: string) =>
  option({ type: boolean(), valid: 'true or false', schema: { type: 'boolean' }, step, description });
const enumOption = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  step: StepScope,
  description: string,
) =>
  option({
    type: z.enum(names),
    valid: `one of ${names.join(', ')}`,
    schema: { type: 'string', enum: names },
    step,
    description,
  });
const textOption = (pattern: RegExp, valid: string, step: StepScope, description: string) =>
  option({
    type: z.coerce.string().regex(pattern),
    valid,
    schema: { type: 'string', pattern: pattern.source },
    step,
    description,
  });
const timeOption = (description: string) =>
  option({
    type: time(),
    valid: 'a number of seconds, or hh:mm:ss',
    schema: { type: ['number', 'string'] },
    step: 'first',
    description,
  });

export const optionRows = {
  quality: integerOption(1, 100, 'last', 'Visual or audible quality, 100 the best.'),
  max_size: option({
    type: bytes(),
    valid: 'a number of bytes above 0, or a size like 2mb',
    schema: { type: ['integer', 'string'], pattern: '^\\d+(\\.\\d+)?\\s*([kmg]b?|b)?$' },
    step: 'last',
    description: 'The result is never larger, at the best quality that fits: bytes, or like 2mb.',
  }),
  width: integerOption(1, 16_384, 'last', 'Pixels; alone it keeps the proportions.'),
  height: integerOption(1, 16_384, 'last', 'Pixels; alone it keeps the proportions.'),
  fit: enumOption(
    ['inside', 'contain', 'cover', 'fill'],
    'last',
    'How to meet both width and height: inside them (the default), inside with bars, covering with cropping, or stretched.',
  ),
  background: option({
    type: z.coerce
      .string()
      .regex(colour)
      .transform((given) => given.replace(/^(?=[0-9a-f]+$)/i, '#')),
    valid: `like #ffcc00, or one of ${colourNames.join(', ')}`,
    schema: { type: 'string', pattern: colour.source },
    step: 'last',
    description: 'The colour put behind transparency: a name or like #ffcc00. White unless told.',
  }),
  lossless: booleanOption('last', 'Whether to keep every pixel exactly.'),
  strip_metadata: booleanOption('last', 'Whether to leave out camera data, places and comments.'),
  dpi: integerOption(18, 600, 'every', 'Resolution at which pages are drawn.'),
  pages: option({
    type: pageList(),
    valid: 'pages like 1-3,7 in rising order',
    schema: { type: 'string', pattern: '^\\d+(-\\d+)?(,\\d+(-\\d+)?)*$' },
    step: 'first',
    description: 'Which pages, like 1-3,7; all unless told.',
  }),
  page: option({
    type: z.union([z.literal('all'), integer(1, 100_000)]),
    valid: 'a whole number from 1 to 100000, or all',
    schema: { type: ['string', 'integer'], pattern: '^(all|\\d+)$' },
    step: 'first',
    description: 'Which one of several frames or pages, counted from 1, or all of them in a zip.',
  }),
  bitrate: integerOption(8, 100_000, 'last', 'Kilobits a second.'),
  sample_rate: integerOption(8_000, 192_000, 'last', 'Samples of sound a second.'),
  channels: integerOption(1, 8, 'last', 'Channels of sound: 1 is mono, 2 stereo.'),
  video_codec: enumOption(
    ['h264', 'h265', 'vp8', 'vp9', 'av1', 'mpeg4', 'copy'],
    'last',
    'How the picture is coded.',
  ),
  audio_codec: enumOption(
    ['aac', 'mp3', 'opus', 'vorbis', 'ac3', 'flac', 'pcm', 'copy'],
    'last',
    'How the sound is coded.',
  ),
  fps: integerOption(1, 120, 'last', 'Pictures a second.'),
  start: timeOption('Where to begin: seconds, or hh:mm:ss.'),
  end: timeOption('Where to stop: seconds, or hh:mm:ss.'),
  mute: booleanOption('last', 'Whether to leave the sound out.'),
  paper: enumOption(['a3', 'a4', 'a5', 'letter', 'legal'], 'every', 'The size of the pages.'),
  margin: integerOption(0, 100, 'every', 'The margin of the pages in millimetres.'),
  toc: booleanOption('every', 'Whether to put a table of contents in front.'),
  sheet: textOption(
    /^[^\0-\x1f]{1,64}$/,
    '1 to 64 characters',
    'first',
    'The name of a sheet, or its number counted from 1.',
  ),
  delimiter: enumOption(
    ['comma', 'semicolon', 'tab', 'pipe'],
    'every',
    'What separates the cells of a line.',
  ),
  header: booleanOption('every', 'Whether the first row names the columns.'),
  encoding: enumOption(
    ['utf-8', 'utf-16', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'shift_jis', 'gbk', 'koi8-r'],
    'first',
    'How the letters of the source are written.',
  ),
  indent: integerOption(
    0,
    8,
    'last',
    'Spaces a level of nesting is indented by; 0 writes it all on one line.',
  ),
  root: textOption(
    /^[A-Za-z_][\w.-]{0,63}$/,
    'a name of 1 to 64 letters, digits and _ . -, not beginning with a digit',
    'last',
    'The name of the outermost element.',
  ),
  level: integerOption(0, 9, 'last', 'How hard to compress, 9 the most.'),
  password: textOption(
    /^[^\0-\x1f]{1,128}$/,
    '1 to 128 characters',
    'every',
    'Opens a protected file; an archive written with it is protected.',
  ),
  subset: textOption(
    /^[^\0]{1,2000}$/,
    '1 to 2000 characters',
    'last',
    'The letters to keep: a text, or ranges like U+20-7E,U+A0.',
  ),
} as const;

export type OptionName = keyof typeof optionRows;

export type Options = { readonly [Name in OptionName]?: z.output<(typeof optionRows)[Name]['type']> };

export const optionNames = Object.keys(optionRows) as OptionName[];

/** One option's JSON schema, as `/v1/formats` lists it. */
export function optionSchema(name: OptionName): Record<string, unknown> {
  const { schema, description } = optionRows[name];
  return { ...schema, description: description };
}

/** The names of those whose condition holds. */
export function optionsWhere(conditions: Partial<Record<OptionName, boolean>>): OptionName[] {
  return optionNames.filter((name) => conditions[name]);
}

/** Those of `options` that are for step `n` of the steps, each given by the names it knows. */
export function optionsOfStep(
  options: Options,
  known: readonly (readonly OptionName[])[],
  n: number,
): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([key]) => {
      const name = key as OptionName;
      const knowing = known.flatMap((names, step) => (names.includes(name) ? [step] : []));
      const { step } = optionRows[name];
      if (step === 'every') return knowing.includes(n);
      return n === (step === 'first' ? knowing[0] : knowing.at(-1));
    }),
  );
}
