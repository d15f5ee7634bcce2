/** Spreadsheet formats, one row each. */
import type { Format, Trait } from '../format.ts';

const workbook: readonly Trait[] = ['text', 'structure', 'styling', 'images', 'types', 'formulas', 'sheets'];
/** Traits of formats with a single sheet of plain values. */
const sheet: readonly Trait[] = ['text', 'structure'];

type SpreadsheetRow = [
  ext: string,
  name: string,
  mime: string,
  holds: readonly Trait[],
  more: Partial<Format>,
];

const zip = (...marks: string[]): Partial<Format> => ({ inside: { container: 'zip', marks } });
const openPackage = { families: ['opendocument-sheet', 'opendocument-package'] } as const;
const excel2007 = { ...zip('xl/workbook.xml'), families: ['ooxml-sheet'] } as const;
const excel97 = {
  inside: { container: 'ole', marks: ['Workbook', 'Book'] },
  families: ['excel-97'],
} as const;

const excel = 'application/vnd.ms-excel';
const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const openDocument = 'application/vnd.oasis.opendocument.spreadsheet';
const openOffice1 = 'application/vnd.sun.xml.calc';

const rows: readonly SpreadsheetRow[] = [
  ['xlsx', 'Excel', `${openXml}.sheet`, workbook, { ...excel2007, hub: true }],
  ['xlsm', 'Excel with macros', `${excel}.sheet.macroEnabled.12`, workbook, excel2007],
  ['xltx', 'Excel template', `${openXml}.template`, workbook, excel2007],
  ['xlsb', 'Excel binary', `${excel}.sheet.binary.macroEnabled.12`, workbook, zip('xl/workbook.bin')],
  ['xls', 'Excel 97–2003', excel, workbook, excel97],
  ['xlt', 'Excel 97–2003 template', `${excel}-template`, workbook, excel97],
  [
    'ods',
    'OpenDocument spreadsheet',
    openDocument,
    workbook,
    { ...zip(`mimetype:${openDocument}`, `mimetype:${openDocument}-template`), ...openPackage },
  ],
  [
    'ots',
    'OpenDocument spreadsheet template',
    `${openDocument}-template`,
    workbook,
    { ...zip(`mimetype:${openDocument}-template`, `mimetype:${openDocument}`), ...openPackage },
  ],
  [
    'fods',
    'OpenDocument spreadsheet, one XML file',
    `${openDocument}-flat-xml`,
    workbook,
    { families: ['opendocument-sheet', 'opendocument-flat'] },
  ],
  ['sxc', 'OpenOffice.org 1 spreadsheet', openOffice1, workbook, zip(`mimetype:${openOffice1}`)],
  // Files of Numbers '09 contain index.xml.
  [
    'numbers',
    'Apple Numbers',
    'application/vnd.apple.numbers',
    workbook,
    zip('iWork:numbers', 'Index/Document.iwa', 'index.xml'),
  ],
  ['dbf', 'dBase', 'application/vnd.dbf', [...sheet, 'types'], {}],
  [
    'dif',
    'Data Interchange Format',
    'text/x-dif',
    sheet,
    { magic: [{ hex: '5441424c45 0a 302c31' }, { hex: '5441424c45 0d0a 302c31' }] },
  ],
  [
    'slk',
    'Symbolic link',
    'text/x-sylk',
    [...sheet, 'types'],
    // The signatures include the name of the program, because a CSV file may also begin with "ID;P".
    {
      aliases: ['sylk'],
      magic: [{ hex: '49443b5057584c' }, { hex: '49443b505343414c43' }, { hex: '49443b5043414c43' }],
      magicOptional: true,
    },
  ],
];

export const spreadsheets: readonly Format[] = [
  {
    ext: 'csv',
    name: 'Comma-separated values',
    category: 'spreadsheet',
    mime: 'text/csv',
    holds: ['text', 'structure'],
    hub: true,
  },
  {
    ext: 'tsv',
    name: 'Tab-separated values',
    category: 'spreadsheet',
    mime: 'text/tab-separated-values',
    aliases: ['tab'],
    holds: ['text', 'structure'],
  },
  ...rows.map(([ext, name, mime, holds, more]): Format => ({
    ext,
    name,
    category: 'spreadsheet',
    mime,
    holds,
    ...more,
  })),
];
