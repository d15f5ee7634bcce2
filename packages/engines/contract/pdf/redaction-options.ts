/** Declarations (rows) of the options that redact PDFs. */
import { z } from 'zod';
import { option, textOption } from '../option-row.ts';
import { namesIn } from '../option-values.ts';

export const redactedPatterns = ['email', 'iban', 'phone', 'card'] as const;

const patternName = ` *(${redactedPatterns.flatMap((name) => [name, name.toUpperCase()]).join('|')}) *`;
const patternNames = new RegExp(`^${patternName}(,${patternName}){0,9}$`);

const number = String.raw`\d{1,5}(\.\d{1,3})?`;
const place = String.raw`(all|[1-9]\d{0,5}):${number},${number},${number},${number}`;

const changesPages = {
  names: ['pages', 'page', 'rotate'],
  because: 'The boxes are places on the pages of the source. Change the pages in a second request.',
};

export const redactionOptionRows = {
  redact: option({
    type: z
      .string()
      .max(2000)
      .regex(/^[^\0-\x1f]*[^\0-\x1f\s,][^\0-\x1f]*$/)
      .transform((given) => given.split(',').flatMap((word) => (word.trim() ? [word.trim()] : []))),
    valid: 'words separated by commas, with up to 2000 characters',
    step: 'every',
    description:
      'Words or names that are removed from a PDF, separated by commas. The words are also found inside longer words. Case, accents and line ends are ignored.',
  }),
  redact_patterns: option({
    type: z
      .string()
      .max(100)
      .regex(patternNames)
      .transform(namesIn)
      .pipe(z.array(z.enum(redactedPatterns))),
    valid: `names separated by commas: ${redactedPatterns.join(', ')}`,
    names: redactedPatterns,
    step: 'every',
    description:
      'Kinds of data that are removed from a PDF, separated by commas: email, iban, phone, card (numbers of payment cards).',
  }),
  redact_expression: textOption(
    /^[^\0-\x1f]{1,500}$/,
    'a regular expression with up to 500 characters',
    'every',
    'A regular expression in the syntax of ripgrep. Matching text is removed from a PDF. A line end in the text counts as a space.',
  ),
  redact_boxes: option({
    type: z
      .string()
      .max(10_000)
      .regex(new RegExp(`^${place}(;${place})*$`)),
    valid: 'boxes like 1:72,100,200,50 separated by semicolons',
    step: 'every',
    description:
      'Boxes from which all content is removed, separated by semicolons. Each box is page:left,top,width,height, in points from the upper left corner of the shown page. The page all means every page.',
    excludes: changesPages,
  }),
} as const;
