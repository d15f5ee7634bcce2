/** Rows of the options that decide how Markdown is written. */
import type { Format } from '@protean/formats/format.ts';
import { booleanOption, enumOption, integerOption } from './option-row.ts';

export const markdownOptionRows = {
  tables: enumOption(
    ['pipe', 'html'],
    'last',
    'How Markdown includes tables with merged cells, several header rows, or lists and paragraphs in cells: as pipe tables that repeat merged cells (pipe, the default), or as HTML tables (html). All other tables are pipe tables.',
  ),
  max_heading: integerOption(
    1,
    6,
    'last',
    'The deepest level of headings in Markdown. Deeper headings get this level.',
  ),
  front_matter: booleanOption(
    'last',
    'Whether Markdown begins with the metadata of the document as YAML, and with the numbers of its words, headings, tables and pictures.',
  ),
  page_markers: {
    ...booleanOption(
      'first',
      'Whether to mark where pages or slides begin: in Markdown by a comment such as <!-- page 12 -->, in HTML by an empty element with data-marked-page.',
    ),
    lastsIn: ({ ext }: Format) => ['html', 'md'].includes(ext),
  },
} as const;
