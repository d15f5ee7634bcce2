/** The kinds of rows in the table of options. */
import type { Format } from '@protean/formats/format.ts';
import { z } from 'zod';
import { maxOptionFileText, optionFileReference } from './option-files.ts';
import { time } from './option-values.ts';

/** The steps that receive an option: the first, the last or every step that accepts it. */
type StepScope = 'first' | 'last' | 'every';

export interface OptionRow<Type extends z.ZodType> {
  /** Validates a value. The JSON schema of the option is derived from `type`. */
  type: Type;
  /** The valid values, as the end of the sentence "it must be …". */
  valid: string;
  description: string;
  step: StepScope | 'request';
  /**
   * Returns whether the effect of the option is kept if a later step writes the given format. If a later step loses the
   * effect, the route does not accept the option. By default, the effect is kept in all formats.
   */
  lastsIn?: (format: Format) => boolean;
  /** Options that cannot be combined with this option. `because` is a sentence with the reason. */
  excludes?: { names: readonly string[]; because: string };
  /** Options that this option refines. A request with this option must also set at least one of the refined options. */
  needs?: readonly string[];
  /**
   * Media type of the file, if the value of the option is a file. In a multipart form, the file is sent as a part with
   * a file name.
   */
  file?: string;
  /** Whether the value is text that may also be sent as a file. */
  textFile?: true;
  /**
   * Whether the value is a secret. Reports do not contain the value of a secret option. Results of conversions with a
   * secret are not cached.
   */
  secret?: true;
  /** Returns the value that has the alternative name `given`, or undefined if the name is unknown. */
  nameOf?: (given: string) => string | undefined;
  /**
   * Names that the list may contain, if the value of the option is a list. If a list contains unknown names, the error
   * reports the first of these names.
   */
  names?: readonly string[];
}

export interface Option<Type extends z.ZodType> extends OptionRow<Type> {
  step: StepScope;
}

/** An option that applies to the whole request. Every route accepts the option. */
export interface RequestOption<Type extends z.ZodType, Default> extends OptionRow<Type> {
  step: 'request';
  /**
   * Whether the option applies to each file, or only to requests with several files. An option for several files is not
   * offered for requests with a single file.
   */
  appliesTo: 'each file' | 'several files';
  /** Value of the option if the request does not set it. */
  default: Default;
  /** Whether the convert page has a field for the option. The label of the field is in packages/messages. */
  onPage: boolean;
}

export const option = <Type extends z.ZodType>(row: Option<Type>) => row;

/**
 * Returns the row of an option that changes how a step writes its file, but not the content. Later steps do not keep
 * the effect of such an option.
 */
export const ofWrittenFile = <Type extends z.ZodType>(row: Option<Type>) => ({
  ...row,
  lastsIn: () => false,
});

/**
 * Returns the row of an option that changes pages. A picture keeps the effect of the option, because the picture shows
 * the pages.
 */
export const ofPages = <Type extends z.ZodType>(row: Option<Type>) => ({
  ...row,
  lastsIn: ({ category, holds }: Format) => category === 'image' || holds.includes('pages'),
});

export const requestOption = <Type extends z.ZodType, const Default>(
  row: Omit<RequestOption<Type, Default>, 'step'>,
): RequestOption<Type, Default> => ({ ...row, step: 'request' });

export const integerOption = (minimum: number, maximum: number, step: StepScope, description: string) =>
  option({
    type: z.int().min(minimum).max(maximum),
    valid: `a whole number from ${minimum} to ${maximum}`,
    step,
    description,
  });
export const booleanOption = (step: StepScope, description: string) =>
  option({ type: z.boolean(), valid: 'true or false', step, description });
export const enumOption = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  step: StepScope,
  description: string,
) =>
  option({
    type: z.enum(names),
    valid: `one of ${names.join(', ')}`,
    step,
    description,
  });
export const textOption = (pattern: RegExp, valid: string, step: StepScope, description: string) =>
  option({
    type: z.string().regex(pattern),
    valid,
    step,
    description,
  });
export const secretOption = (longest: number, step: StepScope, description: string) => ({
  ...textOption(new RegExp(`^[^\\0-\\x1f]{1,${longest}}$`), `1 to ${longest} characters`, step, description),
  secret: true as const,
});
export const timeOption = (description: string) =>
  option({
    type: time(),
    valid: 'a number of seconds, or hh:mm:ss',
    step: 'first',
    description,
  });

/**
 * Returns the row of an option with a file as its value. `accepts` is the media type of the file and may contain a
 * wildcard.
 */
export const fileOption = (accepts: string, step: StepScope, description: string) =>
  option({
    type: z.string().max(maxOptionFileText).regex(optionFileReference).meta({ contentMediaType: accepts }),
    valid: 'a file of the form, the id of an uploaded file, a public URL, or a data URL in base64',
    step,
    file: accepts,
    description: `${description} A file of the form, the id of an uploaded file, a URL, or a data URL.`,
  });
