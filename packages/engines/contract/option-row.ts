/** The kinds of rows in the table of options. */
import { z } from 'zod';
import { maxOptionFileText, optionFileReference } from './option-files.ts';
import { time } from './option-values.ts';

/** The step that receives an option if several steps of a chain accept it: the first, the last, or every step. */
type StepScope = 'first' | 'last' | 'every';

export interface OptionRow<Type extends z.ZodType> {
  /** Validates a value. The JSON schema is derived from it. */
  type: Type;
  /** The valid values, written as the end of the sentence "it must be …". */
  valid: string;
  description: string;
  step: StepScope | 'request';
  /** Options that cannot be combined with this option, and the reason as a sentence. */
  excludes?: { names: readonly string[]; because: string };
  /** Options that this option refines. At least one of them must be given with it. */
  needs?: readonly string[];
  /** Media type of the value, if it is a file. In a form, the value is a part with a file name. */
  file?: string;
  /** Whether the value is a text that may also be sent as a file. */
  textFile?: true;
  /** Whether the value is a secret. Reports omit secrets, and results of conversions with a secret are not kept. */
  secret?: true;
  /** Returns the value that an alternative name represents, or undefined. */
  nameOf?: (given: string) => string | undefined;
  /** The names that the value may contain, if it is a list. An error then reports the first unknown name. */
  names?: readonly string[];
}

export interface Option<Type extends z.ZodType> extends OptionRow<Type> {
  step: StepScope;
}

/** An option of the whole request. Every route accepts it. */
export interface RequestOption<Type extends z.ZodType, Default> extends OptionRow<Type> {
  step: 'request';
  /**
   * Whether the option applies to each file, or only to requests with several files. Requests with a single file do not
   * offer options for several files.
   */
  appliesTo: 'each file' | 'several files';
  /** Value of the option if the request does not set it. */
  default: Default;
  /** Whether the convert page has a field for the option. The label of the field is in packages/messages. */
  onPage: boolean;
}

export const option = <Type extends z.ZodType>(row: Option<Type>) => row;

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

/** An option whose value is a file of the media type `accepts`, which may have a wildcard. */
export const fileOption = (accepts: string, step: StepScope, description: string) =>
  option({
    type: z.string().max(maxOptionFileText).regex(optionFileReference).meta({ contentMediaType: accepts }),
    valid: 'a file of the form, the id of an uploaded file, a public URL, or a data URL in base64',
    step,
    file: accepts,
    description: `${description} A file of the form, the id of an uploaded file, a URL, or a data URL.`,
  });
