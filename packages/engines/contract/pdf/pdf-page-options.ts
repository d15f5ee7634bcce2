/**
 * Declarations (rows) of the options that split PDFs, arrange their pages, fill in their forms and set their bookmarks
 * and metadata.
 */
import { z } from 'zod';
import { booleanOption, enumOption, option, textOption } from '../option-row.ts';
import { bytes } from '../option-values.ts';

const page = String.raw`([1-9]\d{0,5}|last)`;
const range = `${page}(-${page})?`;
const number = String.raw`[1-9]\d{0,5}`;
const turn = `(90|180|270):${number}(-${number})?(,${number}(-${number})?)*`;
const millimetres = String.raw`\d{1,4}(\.\d{1,2})?`;

/** A bookmark in the value of the option `bookmarks`, which is a list. */
interface GivenBookmark {
  title: string;
  page?: number | undefined;
  url?: string | undefined;
  children?: GivenBookmark[] | undefined;
}

const bookmark: z.ZodType<GivenBookmark> = z.strictObject({
  title: z.string().min(1).max(1000),
  page: z.int().min(1).max(999_999).optional(),
  url: z.url().max(2000).optional(),
  get children() {
    return z.array(bookmark).max(5000).optional();
  },
});

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/** The type of an option with JSON text as its value. The parsed JSON must match `schema`. */
const json = (schema: z.ZodType, length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => {
      try {
        return schema.safeParse(JSON.parse(text)).success;
      } catch {
        return false;
      }
    })
    // JSON Schema cannot require that a text is valid JSON, so the schema only states the media type of the text.
    .meta({ contentMediaType: 'application/json' });

const metadataText = (what: string) =>
  textOption(/^[^\0-\x1f]{1,500}$/, '1 to 500 characters', 'last', `${what} in the metadata of the PDF.`);

export const pdfPageOptionRows = {
  split: option({
    type: z.union([
      z
        .string()
        .max(2000)
        .regex(new RegExp(`^(${range}(,${range})*|every:[1-9]\\d{0,4}|bookmarks|blank_pages)$`)),
      z
        .string()
        .max(30)
        .regex(/^size:\d+(\.\d{1,3})?([kKmM][iI]?[bB])?$/)
        .transform((given) => `size:${bytes().safeParse(given.slice('size:'.length)).data ?? 1}`),
    ]),
    valid: 'ranges like 1-3,4-last, every:10, bookmarks, blank_pages, or size:2mb',
    step: 'last',
    description:
      'Splits a PDF into several PDFs in a zip archive: by ranges like 1-3,4-last, every 10 pages (every:10), at the bookmarks of the first level (bookmarks), at blank pages (blank_pages), or into parts up to a size (size:2mb).',
  }),
  page_order: option({
    type: z
      .string()
      .max(2000)
      .regex(new RegExp(`^!?${range}(,!?${range})*$`)),
    valid: 'pages like 3,1-2,last-9, or pages to remove like !2,!5-6',
    step: 'last',
    description:
      'New order of the pages, like 3,1-2,last-9. A page may be repeated. An entry that begins with ! removes its pages, like !2,!5-6.',
  }),
  rotate_pages: option({
    type: z
      .string()
      .max(2000)
      .regex(new RegExp(`^${turn}(;${turn}){0,2}$`)),
    valid: 'angles with pages of the result, like 90:1,3-4;180:7',
    step: 'last',
    description:
      'Rotates single pages of the result: an angle of 90, 180 or 270 degrees clockwise, and the pages, like 90:1,3-4;180:7.',
  }),
  remove_blank_pages: booleanOption(
    'last',
    'Whether to remove blank pages. A page that shows only dust from a scanner counts as blank.',
  ),
  crop: option({
    type: z.string().regex(new RegExp(`^${millimetres}(,${millimetres},${millimetres},${millimetres})?$`)),
    valid: 'a margin like 10, or left,top,width,height like 20,20,100,150, in millimetres',
    step: 'last',
    description:
      'Visible part of the pages in millimetres: a margin to cut on each side, like 10, or left,top,width,height, like 20,20,100,150. The cut content stays in the file.',
  }),
  nup: option({
    ...enumOption(['2', '4', '6', '8', '9', '16'], 'last', 'Number of pages on each sheet.'),
    excludes: { names: ['booklet'], because: 'A booklet has two pages on each side of a sheet.' },
  }),
  booklet: booleanOption(
    'last',
    'Whether to arrange the pages as a booklet: two on each side of a sheet, in the order for folding and stapling.',
  ),
  form: option({
    type: json(z.record(z.string(), fieldValue), 200_000),
    valid: 'a JSON object of field names and values, like {"name":"Ada","agrees":true}',
    step: 'last',
    textFile: true,
    description:
      'Values of form fields as a JSON object, like {"name":"Ada","agrees":true}. Check boxes take true, false or the name of a state. The JSON may also be sent as a file.',
  }),
  flatten: booleanOption(
    'last',
    'Whether to draw form fields and comments as part of the pages, which prevents changes to them.',
  ),
  bookmarks: option({
    type: json(z.array(bookmark).max(5000), 500_000),
    valid: 'a JSON list like [{"title":"Part 1","page":1,"children":[]}]',
    step: 'last',
    textFile: true,
    description:
      'Bookmarks that replace the bookmarks of the PDF, as a JSON list like [{"title":"Part 1","page":1,"children":[…]}]. An entry has a page, a url or only children. The JSON may also be sent as a file.',
  }),
  pdfua: booleanOption(
    'last',
    'Whether to make the PDF accessible (PDF/UA-1) as far as its source allows: title, language, descriptions of links and fields, tab order. The result states PDF/UA only if no check finds a problem. If a check finds a problem, the warning pdfua_problems names the violated rules.',
  ),
  set_title: metadataText('Title'),
  set_author: metadataText('Author'),
  set_subject: metadataText('Subject'),
  set_keywords: metadataText('Keywords'),
  set_language: textOption(
    /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/,
    'a language tag like de or en-GB',
    'last',
    'Language of the text of the PDF, which screen readers use, like de or en-GB.',
  ),
} as const;
