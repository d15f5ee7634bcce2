/**
 * Declares the options for stamps, headers and footers, Bates numbers, comparison, attachments, invoices and signatures
 * of PDFs, in one row per option.
 */
import {
  booleanOption,
  enumOption,
  fileOption,
  integerOption,
  option,
  secretOption,
  textOption,
} from '../option-row.ts';
import { colour, colourNames, pageList } from '../option-values.ts';

const placeholders = 'The placeholders {page}, {pages}, {date}, {title} and {name} are replaced.';

const line = (place: string) =>
  textOption(
    /^[^\0-\x1f]{1,300}$/,
    '1 to 300 characters',
    'last',
    `A line at the ${place} of every page. Two | characters separate its left, centre and right parts. A line without | is centred. ${placeholders}`,
  );

const stamps = ['stamp_text', 'stamp_image'] as const;

export const pdfOptionRows = {
  stamp_text: textOption(
    /^[^\0-\x09\x0b-\x1f]{1,500}$/,
    '1 to 500 characters',
    'last',
    `Text to draw on the pages, like DRAFT. ${placeholders}`,
  ),
  stamp_image: {
    ...fileOption(
      'image/*,application/pdf',
      'last',
      'Picture to draw on the pages: png, jpg, webp, gif, svg, or the first page of a pdf.',
    ),
    excludes: { names: ['stamp_text'], because: 'A stamp is either text or a picture.' },
  },
  stamp_position: option({
    ...enumOption(
      [
        ...(['center', 'top-left', 'top', 'top-right', 'left', 'right', 'bottom-left'] as const),
        ...(['bottom', 'bottom-right'] as const),
      ],
      'last',
      'Position of the stamp on the page. center by default.',
    ),
    needs: stamps,
  }),
  stamp_rotation: option({
    ...integerOption(-180, 180, 'last', 'Degrees to rotate the stamp clockwise. -45 rises to the right.'),
    needs: stamps,
  }),
  stamp_opacity: option({
    ...integerOption(
      1,
      100,
      'last',
      'Opacity of the stamp in percent. 100 by default, which hides the content below it.',
    ),
    needs: stamps,
  }),
  stamp_size: option({
    ...integerOption(1, 100, 'last', 'Width of the stamp, as a percentage of the page width. 50 by default.'),
    needs: stamps,
  }),
  stamp_colour: option({
    type: colour(),
    valid: `like #cc0000, or one of ${colourNames.join(', ')}`,
    step: 'last',
    description: 'Colour of a stamped text. gray by default.',
    needs: ['stamp_text'],
  }),
  stamp_pages: option({
    type: pageList(),
    valid: 'pages like 1-3,7 in ascending order',
    step: 'last',
    description: 'Pages of the result to stamp, like 1-3,7, in ascending order. All by default.',
    needs: stamps,
  }),
  stamp_layer: option({
    ...enumOption(
      ['above', 'behind'],
      'last',
      'Whether the stamp is above (the default) or behind the content.',
    ),
    needs: stamps,
  }),
  page_header: line('top'),
  page_footer: line('bottom'),
  bates: textOption(
    /^[^\0-\x1f]{0,40}[0-9]{1,12}$/,
    'up to 40 characters followed by 1 to 12 digits, like ACME000123',
    'last',
    'The Bates number of the first page, like ACME000123. Each following page gets the next number, with the same number of digits. The numbers are at the bottom right, or in place of {bates} in a header or footer.',
  ),
  compare: fileOption(
    'application/pdf',
    'first',
    'PDF to compare the file with. The result shows the differing pages side by side. A json result lists the words and areas that differ, and a zip contains this list and pictures of the differing pages.',
  ),
  remove_attachments: booleanOption('last', 'Whether to remove the attached files of a PDF.'),
  attach: fileOption(
    '*/*',
    'last',
    'File to attach to the PDF. An attached file with the same name is replaced.',
  ),
  invoice: {
    ...fileOption(
      'text/xml,application/xml',
      'every',
      'Electronic invoice in the syntax CII. The result is a Factur-X (ZUGFeRD) invoice: a PDF/A-3 with the invoice attached.',
    ),
    excludes: {
      names: ['new_password', 'permissions'],
      because: 'An electronic invoice is a PDF/A file, which cannot be encrypted.',
    },
  },
  sign_certificate: {
    ...fileOption(
      'application/x-pkcs12,.p12,.pfx',
      'last',
      'PKCS#12 file with the key and certificate that sign the PDF (PAdES-B). The file is not stored after the conversion.',
    ),
    secret: true,
    excludes: { names: ['new_password', 'permissions'], because: 'Encrypted files are not signed.' },
  },
  sign_password: {
    ...secretOption(128, 'last', 'Password of the file in sign_certificate.'),
    needs: ['sign_certificate'],
  },
  sign_reason: {
    ...textOption(/^[^\0-\x1f]{1,200}$/, '1 to 200 characters', 'last', 'Reason for the signature.'),
    needs: ['sign_certificate'],
  },
  sign_position: {
    ...enumOption(
      ['top-left', 'top-right', 'bottom-left', 'bottom-right'],
      'last',
      'Shows the signer, time and reason of the signature in this corner. By default, the signature is not visible on the page.',
    ),
    needs: ['sign_certificate'],
  },
  sign_page: {
    ...integerOption(1, 100_000, 'last', 'Page that shows the signature. 1 by default.'),
    needs: ['sign_position'],
  },
} as const;
