/** The table of options: their types, bounds and descriptions, and which step of a chain, or the request, each is for. */
import { z } from 'zod';
import { encodingNamed, encodingPattern } from './encodings.ts';
import { keepable } from './keepable.ts';
import {
  booleanOption,
  enumOption,
  integerOption,
  option,
  requestOption,
  textOption,
  timeOption,
  type OptionRow,
} from './option-row.ts';
import {
  bitrate,
  bytes,
  colour,
  colourNames,
  iconSizes,
  maxKilobits,
  minKilobits,
  nameList,
  pageList,
  permissionList,
  permissionNames,
  trackList,
} from './option-values.ts';

export const optionRows = {
  quality: integerOption(1, 100, 'last', 'Visual or audible quality; 100 is the best.'),
  max_size: option({
    type: bytes(),
    valid: 'a number of bytes above 0, or a size like 2mb',
    step: 'last',
    description:
      'The largest size of the result, in bytes or like 2mb or 2mib; the best quality that fits is used.',
  }),
  width: integerOption(1, 16_384, 'last', 'Pixels; without the other side the proportions are kept.'),
  height: integerOption(1, 16_384, 'last', 'Pixels; without the other side the proportions are kept.'),
  fit: enumOption(
    ['inside', 'contain', 'cover', 'fill'],
    'last',
    'How the picture fits width and height: inside them (the default), inside with bars, covering with cropping, or stretched.',
  ),
  sizes: option({
    type: z.union([z.int().min(1).max(1024), z.string().max(80).regex(iconSizes)]).transform(String),
    valid: 'up to 16 whole numbers from 1 to 1024 with commas between, like 16,32,48',
    step: 'last',
    description:
      'The sizes of an icon in pixels, none larger than the picture unless it is a drawing. By default 16,32,48,256 for ico and 16,32,48,128,256,512,1024 for icns.',
    excludes: { names: ['width', 'height', 'fit'], because: 'They make an icon of one size.' },
  }),
  background: option({
    type: z
      .string()
      .regex(colour)
      .transform((given) => given.replace(/^(?=[0-9a-f]+$)/i, '#')),
    valid: `like #ffcc00, or one of ${colourNames.join(', ')}`,
    step: 'last',
    description: 'The colour put behind transparency: a name or like #ffcc00; white by default.',
  }),
  rotate: option({
    type: z.literal([90, 180, 270]),
    valid: 'one of 90, 180, 270',
    step: 'last',
    description: 'By how many degrees to turn it clockwise.',
  }),
  lossless: booleanOption('last', 'Whether to keep every pixel exactly.'),
  strip_metadata: booleanOption(
    'every',
    'Whether to remove what the result says of authors, places, dates and programs; it is then looked at again.',
  ),
  dpi: integerOption(18, 600, 'every', 'The resolution in which pages are rendered, dots per inch.'),
  pages: option({
    type: pageList(),
    valid: 'pages like 1-3,7 in rising order',
    step: 'first',
    description: 'Which pages, like 1-3,7, in rising order; all by default.',
  }),
  page: option({
    type: z.union([z.int().min(1).max(100_000), z.literal('all')]),
    valid: 'a whole number from 1 to 100000, or all',
    step: 'first',
    description: 'Which one of several frames or pages, counted from 1, or all of them in a zip archive.',
  }),
  track: option({
    type: z.union([z.int().min(1).max(64), z.string().max(60).regex(trackList)]).transform(String),
    valid: 'all, or numbers or languages like 1,3 or deu with commas between',
    step: 'first',
    description:
      'Which tracks of sound or subtitles: all, numbers counted from 1, or languages like eng,deu; the default track without it.',
  }),
  bitrate: option({
    type: bitrate(),
    valid: `a whole number of kilobits per second from ${minKilobits} to ${maxKilobits}, of bits above that, or like 192k or 1.5m`,
    step: 'last',
    description: 'Kilobits per second, or like 192k or 1.5m; a number above 100000 is in bits per second.',
  }),
  sample_rate: integerOption(8_000, 192_000, 'last', 'Audio samples per second.'),
  channels: integerOption(1, 8, 'last', 'Audio channels: 1 is mono, 2 is stereo.'),
  video_codec: enumOption(
    ['h264', 'h265', 'vp8', 'vp9', 'av1', 'mpeg4', 'copy'],
    'last',
    'The video codec; copy keeps the stream as it is.',
  ),
  audio_codec: enumOption(
    ['aac', 'mp3', 'opus', 'vorbis', 'ac3', 'flac', 'pcm', 'copy'],
    'last',
    'The audio codec; copy keeps the stream as it is.',
  ),
  fps: integerOption(1, 120, 'last', 'Frames per second.'),
  start: timeOption('Where to begin: seconds, or hh:mm:ss.'),
  end: timeOption('Where to stop: seconds, or hh:mm:ss.'),
  mute: booleanOption('last', 'Whether to leave out the audio.'),
  paper: enumOption(['a3', 'a4', 'a5', 'letter', 'legal'], 'every', 'The paper size.'),
  margin: integerOption(0, 100, 'every', 'The page margin in millimetres.'),
  toc: booleanOption('every', 'Whether to begin with a table of contents.'),
  sheet: textOption(
    /^[^\0-\x1f]{1,64}$/,
    '1 to 64 characters',
    'first',
    'The name of a sheet, or its number counted from 1.',
  ),
  values: enumOption(
    ['raw', 'shown'],
    'first',
    'The values of cells: raw (the default of data formats) writes the stored value with all digits, ISO dates and elapsed times as h:mm:ss. shown (the default of documents) writes the text that the spreadsheet program displays.',
  ),
  sheets: enumOption(
    ['visible', 'all'],
    'first',
    'Whether to convert only visible sheets (the default of documents) or hidden ones too (the default of data formats).',
  ),
  comments: booleanOption(
    'first',
    'Whether to keep comments: those of a document as footnotes, those of a slide behind it, those of cells in a column called comments or below the table.',
  ),
  delimiter: enumOption(
    ['comma', 'semicolon', 'tab', 'pipe'],
    'every',
    'The character between the cells of a line.',
  ),
  header: booleanOption('every', 'Whether the first row holds the column names.'),
  encoding: option({
    type: z.string().regex(encodingPattern),
    nameOf: encodingNamed,
    valid: 'a name of the WHATWG Encoding Standard, like utf-8, windows-1251, shift_jis or latin1',
    step: 'first',
    description:
      'The character encoding of the source, by any name of the WHATWG Encoding Standard; by default it is detected.',
  }),
  indent: integerOption(
    0,
    8,
    'last',
    'Spaces of indentation for each level of nesting; 0 writes everything on one line.',
  ),
  salvage: booleanOption('first', 'Whether to convert what is left of a damaged file.'),
  root: textOption(
    // No hyphen in brackets: browsers read the pattern of a field with the flag v.
    /^[A-Za-z_](?:\w|\.|-){0,63}$/,
    'a name of 1 to 64 letters, digits and _ . -, not beginning with a digit',
    'last',
    'The name of the root element.',
  ),
  level: integerOption(0, 9, 'last', 'The compression level; 9 is the highest.'),
  password: textOption(
    /^[^\0-\x1f]{1,128}$/,
    '1 to 128 characters',
    'every',
    'Opens an encrypted file; an archive written with it is encrypted.',
  ),
  new_password: textOption(
    /^[^\0-\x1f]{1,127}$/,
    '1 to 127 characters',
    'last',
    'Locks the result: who opens it is asked for this password.',
  ),
  permissions: option({
    type: z.string().max(100).regex(permissionList),
    valid: `none, or some of ${permissionNames.join(', ')} with commas between`,
    step: 'last',
    description: 'What readers of the result may do; nothing else is allowed to them.',
  }),
  pdfa: option({
    ...enumOption(
      ['1b', '2b', '3b'],
      'every',
      'The level of PDF/A, the PDF for archives, that the result conforms to.',
    ),
    excludes: {
      names: ['new_password', 'permissions'],
      because: 'A PDF/A is never encrypted. The password that opens the file to convert may be given.',
    },
  }),
  ocr: option({
    type: z.union([z.boolean(), z.literal('auto')]),
    valid: 'true, false or auto',
    step: 'first',
    description: 'Whether to read text from pictures: of all pages, or (auto) of those without text.',
  }),
  language: textOption(
    /^[a-z]{3}(_[a-z]{3,6})?(\+[a-z]{3}(_[a-z]{3,6})?){0,4}$/,
    'up to five names of three letters like eng+deu',
    'first',
    'The languages of text in pictures, like eng+deu; eng by default.',
  ),
  images: enumOption(
    ['inline', 'files', 'none'],
    'last',
    'What becomes of pictures in Markdown: their data in the text (the default), files beside it in a zip archive, or nothing but their captions.',
  ),
  tracked_changes: enumOption(
    ['final', 'original', 'all'],
    'first',
    'The tracked changes of a document: accepted (final, the default for texts), rejected (original), or both shown (all, the default for pages).',
  ),
  subset: textOption(
    /^[^\0]{1,2000}$/,
    '1 to 2000 characters',
    'last',
    'The characters to keep: a text, or ranges like U+20-7E,U+A0.',
  ),
  instance: textOption(
    /^[^\0\n]{1,200}$/,
    'the name of a style like Bold, or axis values like wght=700,wdth=80',
    'first',
    'The style of a variable font: the name of a named instance like Bold, or axis values like wght=700,wdth=80. Axes that are not named have their default value.',
  ),
  isolation_group: requestOption({
    type: z.string().regex(/^[A-Za-z0-9._:@/+-]{1,64}$/),
    valid: '1 to 64 characters of A-Z a-z 0-9 . _ : @ / + -',
    description:
      'Whose file it is, of those you convert for: no sandbox is shared between two groups; job: a fresh one for this file.',
    appliesTo: 'each file',
    default: undefined,
    onPage: false,
  }),
  combine: requestOption({
    type: z.boolean(),
    valid: 'true or false',
    description: 'Several files become one.',
    appliesTo: 'several files',
    default: false,
    onPage: false,
  }),
  report: requestOption({
    type: z.boolean(),
    valid: 'true or false',
    description: 'The answer is JSON with a link to the file and a report of what was done and lost.',
    appliesTo: 'each file',
    default: false,
    onPage: true,
  }),
  must_keep: requestOption({
    type: nameList(keepable),
    valid: 'names with commas between',
    names: keepable,
    description: `What must not be lost, separated by commas, or the conversion is refused: ${keepable.join(', ')}.`,
    appliesTo: 'each file',
    default: [],
    onPage: false,
  }),
} as const;

type Rows = typeof optionRows;

type AnyOptionName = keyof Rows;

/** An option of the request itself. */
export type RequestOptionName = {
  [Name in AnyOptionName]: Rows[Name] extends { step: 'request' } ? Name : never;
}[AnyOptionName];

/** An option of steps, which a route takes if one of its steps does. */
export type OptionName = Exclude<AnyOptionName, RequestOptionName>;

type OptionValue<Name extends AnyOptionName> = z.output<Rows[Name]['type']>;

export type Options = { readonly [Name in OptionName]?: OptionValue<Name> };

export type RequestOptions = {
  readonly [Name in RequestOptionName]: OptionValue<Name> | Rows[Name]['default'];
};

/** Of steps and of requests, in the order of the table. */
export const allOptionNames = Object.keys(optionRows) as AnyOptionName[];

export const isRequestOption = (name: string): name is RequestOptionName =>
  Object.hasOwn(optionRows, name) && optionRows[name as AnyOptionName].step === 'request';

export const requestOptionNames: readonly RequestOptionName[] = allOptionNames.filter(isRequestOption);

/** Request options that a request of one file may have, too. */
export const fileOptionNames: readonly RequestOptionName[] = requestOptionNames.filter(
  (name) => optionRows[name].appliesTo === 'each file',
);

export const optionNames = allOptionNames.filter((name): name is OptionName => !isRequestOption(name));

const schemas = new Map<string, Readonly<Record<string, unknown>>>(
  Object.entries(optionRows).map(([name, { type, description }]) => {
    const schema = z.toJSONSchema(type, { io: 'input' });
    delete schema.$schema;
    return [name, { ...schema, description }];
  }),
);

/** The JSON schema of one option, as `/v1/formats` lists it, made of the type that {@link parseOption} validates by. */
export function optionSchema(name: AnyOptionName): Readonly<Record<string, unknown>> {
  return schemas.get(name) ?? {};
}

/** JSON schemas by the names of options. */
export const optionSchemas = (names: readonly AnyOptionName[]) =>
  Object.fromEntries(names.map((name) => [name, optionSchema(name)]));

/**
 * The value of an option by its row, or undefined where it is not valid. A text stands for the number or the boolean that
 * it spells, as form fields and flags are texts, and a number for its digits.
 */
export function parseOption<Name extends AnyOptionName>(
  name: Name,
  given: unknown,
): OptionValue<Name> | undefined {
  for (const value of spellings(name, given)) {
    const { success, data } = optionRows[name].type.safeParse(value);
    if (success) return data as OptionValue<Name>;
  }
  return undefined;
}

const spelledBoolean = z.stringbool();

function spellings(name: AnyOptionName, given: unknown): unknown[] {
  if (typeof given === 'number') return [given, String(given)];
  if (typeof given !== 'string') return [given];
  // Text is checked before it is converted: an empty field would become 0.
  const numbers = /^\s*\d+(\.0*)?\s*$/.test(given) ? [Number(given)] : [];
  const { success, data } = spelledBoolean.safeParse(given);
  const { nameOf }: OptionRow<z.ZodType> = optionRows[name];
  return [given, ...numbers, ...(success ? [data] : []), nameOf?.(given)];
}

/** The names whose condition is true. */
export function optionsWhere(conditions: Partial<Record<OptionName, boolean>>): OptionName[] {
  return optionNames.filter((name) => conditions[name]);
}

/** The part of `options` that step `n` of a chain gets; `known` are the names that each step knows. */
export function optionsOfStep(
  options: Options,
  known: readonly (readonly OptionName[])[],
  n: number,
): Options {
  return Object.fromEntries(
    (Object.entries(options) as [OptionName, unknown][]).filter(([name]) => {
      const knowing = known.flatMap((names, step) => (names.includes(name) ? [step] : []));
      const { step } = optionRows[name];
      return step === 'every' ? knowing.includes(n) : n === knowing.at(step === 'first' ? 0 : -1);
    }),
  );
}
