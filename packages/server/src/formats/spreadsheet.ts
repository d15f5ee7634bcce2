/** Spreadsheet formats, a row each. */
import type { Format } from './format.ts';

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
];
