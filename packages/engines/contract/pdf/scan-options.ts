/** Rows that declare the options for scanned pages. */
import { booleanOption, enumOption } from '../option-row.ts';

export const scanOptionRows = {
  deskew: booleanOption(
    'first',
    'Whether to straighten scanned pages that are tilted by up to 7 degrees. Pages that already have a text layer are not straightened.',
  ),
  clean: booleanOption(
    'first',
    'Whether to make the paper of scanned pages white and to remove dust. Pictures on the pages stay.',
  ),
  scan_compression: enumOption(
    ['layers', 'jbig2', 'jpeg2000'],
    'last',
    'How to compress scanned pages: sharp letters in JBIG2 above colours of a low resolution (layers, the smallest for pages in colour), black and white in JBIG2 (jbig2), or all pixels in JPEG 2000 (jpeg2000).',
  ),
} as const;
