/** The table of options: their types, bounds and descriptions, and whether each applies to a step or to the request. */
import type { Format } from '@protean/formats/format.ts';
import { z } from 'zod';
import { chunkOptionRows } from './chunk-options.ts';
import { encodingNamed, encodingPattern } from './encodings.ts';
import { documentOptionRows } from './document-options.ts';
import { keepable } from './keepable.ts';
import { markdownOptionRows } from './markdown-options.ts';
import { allPdfOptionRows } from './pdf/pdf-option-rows.ts';
import {
  booleanOption,
  enumOption,
  integerOption,
  ofPages,
  ofWrittenFile,
  option,
  requestOption,
  secretOption,
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
  quality: integerOption(1, 100, 'last', 'Visual or audio quality; 100 is the best.'),
  max_size: option({
    type: bytes(),
    valid: 'a number of bytes above 0, or a size like 2mb',
    step: 'last',
    description:
      'Maximum size of the result in bytes, or with a unit like 2mb or 2mib. Uses the best quality that fits.',
  }),
  width: integerOption(1, 16_384, 'last', 'Width in pixels. Without a height, the proportions are kept.'),
  height: integerOption(1, 16_384, 'last', 'Height in pixels. Without a width, the proportions are kept.'),
  fit: enumOption(
    ['inside', 'contain', 'cover', 'fill'],
    'last',
    'How the image fits width and height: inside them (inside, the default), inside with bars (contain), cropped to fill them (cover), or stretched (fill).',
  ),
  sizes: option({
    type: z.union([z.int().min(1).max(1024), z.string().max(80).regex(iconSizes)]).transform(String),
    valid: 'up to 16 whole numbers from 1 to 1024, separated by commas, like 16,32,48',
    step: 'last',
    description:
      'Icon sizes in pixels. Sizes larger than a raster image are left out. By default 16,32,48,256 for ico and 16,32,48,128,256,512,1024 for icns.',
    excludes: { names: ['width', 'height', 'fit'], because: 'They make an icon of a single size.' },
  }),
  background: option({
    type: colour(),
    valid: `like #ffcc00, or one of ${colourNames.join(', ')}`,
    step: 'last',
    description: 'Colour that replaces transparency: a name, or a value like #ffcc00. White by default.',
  }),
  rotate: option({
    type: z.literal([90, 180, 270]),
    valid: 'one of 90, 180, 270',
    step: 'last',
    description: 'Degrees to rotate clockwise.',
  }),
  lossless: booleanOption('last', 'Whether to keep every pixel exactly.'),
  strip_metadata: booleanOption(
    'every',
    'Whether to remove authors, places, dates and programs from the metadata of the result. The result is checked afterwards.',
  ),
  dpi: integerOption(18, 600, 'every', 'Resolution of rendered pages in dots per inch.'),
  pages: option({
    type: pageList(),
    valid: 'pages like 1-3,7 in ascending order',
    step: 'first',
    description: 'Pages to convert, like 1-3,7, in ascending order. All by default.',
  }),
  page: option({
    type: z.union([z.int().min(1).max(100_000), z.literal('all')]),
    valid: 'a whole number from 1 to 100000, or all',
    step: 'first',
    description:
      'The frame or page to convert, counted from 1, or all for a zip archive of all frames or pages.',
  }),
  track: option({
    type: z.union([z.int().min(1).max(64), z.string().max(60).regex(trackList)]).transform(String),
    valid: 'all, or numbers or languages separated by commas, like 1,3 or deu',
    step: 'first',
    description:
      'Audio or subtitle tracks: all, numbers counted from 1, or languages like eng,deu. By default the default track of the file.',
  }),
  bitrate: option({
    type: bitrate(),
    valid: `a whole number of kilobits per second from ${minKilobits} to ${maxKilobits}, a larger number in bits per second, or a value like 192k or 1.5m`,
    step: 'last',
    description:
      'Bit rate in kilobits per second, or with a unit like 192k or 1.5m. Numbers above 100000 are in bits per second.',
  }),
  sample_rate: integerOption(8_000, 192_000, 'last', 'Audio samples per second.'),
  channels: integerOption(1, 8, 'last', 'Audio channels: 1 is mono, 2 is stereo.'),
  video_codec: enumOption(
    ['h264', 'h265', 'vp8', 'vp9', 'av1', 'mpeg4', 'copy'],
    'last',
    'The video codec. copy keeps the stream unchanged.',
  ),
  audio_codec: enumOption(
    ['aac', 'mp3', 'opus', 'vorbis', 'ac3', 'flac', 'pcm', 'copy'],
    'last',
    'The audio codec. copy keeps the stream unchanged.',
  ),
  fps: integerOption(1, 120, 'last', 'Frames per second.'),
  start: timeOption('Start time in seconds, or as hh:mm:ss.'),
  end: timeOption('End time in seconds, or as hh:mm:ss.'),
  mute: booleanOption('last', 'Whether to leave out the audio.'),
  paper: ofPages(enumOption(['a3', 'a4', 'a5', 'letter', 'legal'], 'every', 'The paper size.')),
  margin: ofPages(integerOption(0, 100, 'every', 'Page margin in millimetres.')),
  toc: booleanOption('every', 'Whether to add a table of contents at the start.'),
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
    'Whether to convert only visible sheets (the default for documents) or all sheets (the default for data formats).',
  ),
  comments: booleanOption(
    'first',
    'Whether to keep comments. Comments of documents become footnotes, and comments of slides follow the slide. Comments of cells are in a column called comments, or below the table.',
  ),
  delimiter: ofWrittenFile(
    enumOption(
      ['comma', 'semicolon', 'tab', 'pipe'],
      'every',
      'The character that separates the cells of a line.',
    ),
  ),
  header: booleanOption('every', 'Whether the first row contains the column names.'),
  encoding: option({
    type: z.string().regex(encodingPattern),
    nameOf: encodingNamed,
    valid: 'a name of the WHATWG Encoding Standard, like utf-8, windows-1251, shift_jis or latin1',
    step: 'first',
    description:
      'The character encoding of the source: any name of the WHATWG Encoding Standard. Detected by default.',
  }),
  indent: ofWrittenFile(
    integerOption(
      0,
      8,
      'last',
      'Spaces of indentation for each level of nesting; 0 writes everything on one line.',
    ),
  ),
  salvage: booleanOption('first', 'Whether to convert the readable part of a damaged file.'),
  root: textOption(
    // Browsers compile the pattern of a field with the flag v, which does not allow an unescaped hyphen in brackets.
    /^[A-Za-z_](?:\w|\.|-){0,63}$/,
    'a name of 1 to 64 letters, digits and _ . -, not beginning with a digit',
    'last',
    'The name of the root element.',
  ),
  level: integerOption(0, 9, 'last', 'Compression level; 9 is the highest.'),
  password: secretOption(
    128,
    'every',
    'Password of an encrypted source. The password also encrypts a zip or 7z result.',
  ),
  new_password: secretOption(
    127,
    'last',
    'Encrypts the result with this password, which is needed to open it.',
  ),
  permissions: option({
    type: z.string().max(100).regex(permissionList),
    valid: `none, or some of ${permissionNames.join(', ')} separated by commas`,
    step: 'last',
    description: 'Actions that readers of the result may take. All other actions are forbidden.',
  }),
  pdfa: option({
    ...enumOption(
      ['1b', '2b', '3b'],
      'every',
      'The conformance level of PDF/A, the archival PDF, that the result meets.',
    ),
    excludes: {
      names: ['new_password', 'permissions'],
      because: 'A PDF/A file cannot be encrypted. Use "password" for an encrypted source.',
    },
  }),
  ocr: option({
    type: z.union([z.boolean(), z.literal('auto')]),
    valid: 'true, false or auto',
    step: 'first',
    description:
      'Whether to recognise text in images: on all pages (true), only on pages without text (auto, the default for the text of a PDF), or never (false).',
  }),
  language: textOption(
    /^[a-z]{3}(_[a-z]{3,6})?(\+[a-z]{3}(_[a-z]{3,6})?){0,4}$/,
    'up to five three-letter language names joined by +, like eng+deu',
    'first',
    'Languages of the text to recognise, like eng+deu. By default, the script of the text decides: eng for Latin script.',
  ),
  ...documentOptionRows,
  ...chunkOptionRows,
  tracked_changes: enumOption(
    ['final', 'original', 'all'],
    'first',
    'How to treat tracked changes: accept them (final, the default for targets with flowing text), reject them (original), or show both versions (all, the default for targets with fixed pages).',
  ),
  subset: textOption(
    /^[^\0]{1,2000}$/,
    '1 to 2000 characters',
    'last',
    'Characters to keep: a text, or ranges like U+20-7E,U+A0.',
  ),
  instance: textOption(
    /^[^\0\n]{1,200}$/,
    'the name of a style like Bold, or axis values like wght=700,wdth=80',
    'first',
    'The style of a variable font: the name of a named instance like Bold, or axis values like wght=700,wdth=80. Axes without a given value keep their default value.',
  ),
  ...markdownOptionRows,
  ...allPdfOptionRows,
  isolation_group: requestOption({
    type: z.string().regex(/^[A-Za-z0-9._:@/+-]{1,64}$/),
    valid: '1 to 64 characters of A-Z a-z 0-9 . _ : @ / + -',
    description:
      'Tenant identifier. Sandboxes are never shared between tenants. With the value job, this file gets a fresh sandbox.',
    appliesTo: 'each file',
    default: undefined,
    onPage: false,
  }),
  combine: requestOption({
    type: z.boolean(),
    valid: 'true or false',
    description: 'Whether to merge several files into one.',
    appliesTo: 'several files',
    default: false,
    onPage: false,
  }),
  report: requestOption({
    type: z.boolean(),
    valid: 'true or false',
    description: 'Whether to respond with JSON: a link to the file, and a report of the steps and losses.',
    appliesTo: 'each file',
    default: false,
    onPage: true,
  }),
  must_keep: requestOption({
    type: nameList(keepable),
    valid: 'names separated by commas',
    names: keepable,
    description: `Traits that must not be lost, separated by commas. Conversions that would lose a listed trait are rejected. Traits: ${keepable.join(', ')}.`,
    appliesTo: 'each file',
    default: [],
    onPage: false,
  }),
} as const;

type Rows = typeof optionRows;

type AnyOptionName = keyof Rows;

/** Name of an option that applies to the whole request. */
export type RequestOptionName = {
  [Name in AnyOptionName]: Rows[Name] extends { step: 'request' } ? Name : never;
}[AnyOptionName];

/** Name of an option that applies to a step. A route accepts the option if one of its steps accepts it. */
export type OptionName = Exclude<AnyOptionName, RequestOptionName>;

type OptionValue<Name extends AnyOptionName> = z.output<Rows[Name]['type']>;

export type Options = { readonly [Name in OptionName]?: OptionValue<Name> };

export type RequestOptions = {
  readonly [Name in RequestOptionName]: OptionValue<Name> | Rows[Name]['default'];
};

/**
 * Returns the row of an option with the type `OptionRow`. Without the return type `OptionRow`, TypeScript would infer a
 * type without the optional members that the row does not set.
 */
const rowOf = (name: AnyOptionName): OptionRow<z.ZodType> => optionRows[name];

/** Names of all options, for steps and for requests, in the order of the table. */
export const allOptionNames = Object.keys(optionRows) as AnyOptionName[];

export const isRequestOption = (name: string): name is RequestOptionName =>
  Object.hasOwn(optionRows, name) && optionRows[name as AnyOptionName].step === 'request';

export const requestOptionNames: readonly RequestOptionName[] = allOptionNames.filter(isRequestOption);

/** Request options that also apply to requests with a single file. */
export const fileOptionNames: readonly RequestOptionName[] = requestOptionNames.filter(
  (name) => optionRows[name].appliesTo === 'each file',
);

/** Options whose value is a file. */
export const fileValuedOptions: readonly AnyOptionName[] = allOptionNames.filter((name) => rowOf(name).file);

/** Options whose value is text that may also be sent as a file. */
export const textFileOptions = allOptionNames.filter((name) => rowOf(name).textFile);

/** Options that a report never contains. */
export const secretOptions: readonly AnyOptionName[] = allOptionNames.filter((name) => rowOf(name).secret);

export const optionNames = allOptionNames.filter((name): name is OptionName => !isRequestOption(name));

const schemas = new Map<string, Readonly<Record<string, unknown>>>(
  Object.entries(optionRows).map(([name, { type, description }]) => {
    const schema = z.toJSONSchema(type, { io: 'input' });
    delete schema.$schema;
    return [name, { ...schema, description }];
  }),
);

/**
 * Returns the JSON schema of one option, as `/v1/formats` lists it. The schema is derived from the type with which
 * {@link parseOption} validates values.
 */
export function optionSchema(name: AnyOptionName): Readonly<Record<string, unknown>> {
  return schemas.get(name) ?? {};
}

/** Returns JSON schemas by option name. */
export const optionSchemas = (names: readonly AnyOptionName[]) =>
  Object.fromEntries(names.map((name) => [name, optionSchema(name)]));

/**
 * Returns the parsed value of an option, or undefined if the value is invalid. Form fields and flags are strings, so a
 * number or boolean may be given as a string. Where a string of digits is expected, a number is also accepted.
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
  // Converts only texts that match the pattern, because `Number('')` is 0.
  const numbers = /^\s*-?\d+(\.0*)?\s*$/.test(given) ? [Number(given)] : [];
  const { success, data } = spelledBoolean.safeParse(given);
  const { nameOf } = rowOf(name);
  return [given, ...numbers, ...(success ? [data] : []), nameOf?.(given)];
}

/** Returns whether a later step that writes `format` keeps the effect of an option. */
export const lastsIn = (name: OptionName, format: Format): boolean => rowOf(name).lastsIn?.(format) ?? true;

/** Returns the names of the options whose value in `conditions` is true. */
export function optionsWhere(conditions: Partial<Record<OptionName, boolean>>): OptionName[] {
  return optionNames.filter((name) => conditions[name]);
}

/** Returns the options that step number `n` of a chain receives. `known` lists the options that each step accepts. */
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
