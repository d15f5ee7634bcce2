/** The options that arrange the pages of a PDF: their order, rotation, edges and size, sheets, and several files. */
import { z } from 'zod';
import { booleanOption, enumOption, option } from './option-row.ts';

const number = '[1-9][0-9]{0,5}';
const range = `${number}(-${number})?`;
const ranges = `${range}(,${range}){0,499}`;
const edge = '[0-9]{1,3}(\\.[0-9])?';

/** The last part of a range must not be before its first part. */
const isAscending = (given: string) =>
  given.split(/[,;:]/).every((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    // Words are no numbers.
    return !(first > last);
  });

const matching = (pattern: string) =>
  z
    .union([
      z.int().min(0).max(999_999),
      z
        .string()
        .max(4000)
        .regex(new RegExp(`^(${pattern})$`)),
    ])
    .transform(String);

export const pageOptionRows = {
  page_order: option({
    type: matching(ranges),
    valid: 'pages in their new order, like 3,1-2',
    step: 'last',
    description:
      'Pages of the result in their new order, like 3,1-2 or 5-1. Pages that are not listed are left out, and a page may be repeated.',
    excludes: { names: ['pages'], because: 'Both choose the pages of the result.' },
  }),
  rotate_pages: option({
    type: matching(`(90|180|270):${ranges}(;(90|180|270):${ranges}){0,2}`).refine(isAscending),
    valid: 'angles with pages of the result, like 90:1,3-4;180:7',
    step: 'last',
    description:
      'Rotates single pages of the result: an angle of 90, 180 or 270 degrees clockwise, and the pages, like 90:1,3-4;180:7.',
  }),
  blank_pages: enumOption(
    ['keep', 'remove'],
    'last',
    'Whether to remove blank pages. A page with a few specks, like the back of a scanned sheet, counts as blank.',
  ),
  crop: option({
    type: matching(`${edge}(,${edge}){3}|${edge}`),
    valid: 'millimetres like 10, or for each edge like 10,20,10,20',
    step: 'last',
    description:
      'Millimetres to cut from each edge of the pages, or from the top, right, bottom and left edge, like 10,20,10,20. The cut content is hidden, not removed.',
  }),
  nup: option({
    type: z.literal([2, 4, 6, 8, 9, 16]),
    valid: 'one of 2, 4, 6, 8, 9, 16',
    step: 'last',
    description: 'Number of pages to place on each sheet.',
    excludes: { names: ['booklet'], because: 'A booklet has two pages on each side of a sheet.' },
  }),
  booklet: booleanOption(
    'last',
    'Whether to place two pages on each side of the sheets, so that they can be printed on both sides, folded and nested.',
  ),
  split: option({
    type: matching(`bookmarks|blank|${ranges}|[1-9][0-9]{0,3}(\\.[0-9]{1,3})?(kb|mb|kib|mib)`).refine(
      isAscending,
    ),
    valid: 'a number of pages, ranges like 1-3,4-6, bookmarks, blank, or a size like 2mb',
    step: 'last',
    description:
      'Divides the result into several files in a zip archive: a number of pages for each file, like 5; a range for each file, like 1-3,4-6; bookmarks of the highest level; blank pages, which are left out; or the maximum size of a file, like 2mb.',
  }),
} as const;
