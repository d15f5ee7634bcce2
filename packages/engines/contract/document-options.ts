/** The options that decide how structured documents are written, as rows of the table of options. */
import { enumOption } from './option-row.ts';

export const documentOptionRows = {
  images: enumOption(
    ['inline', 'files', 'none'],
    'last',
    'How Markdown includes images: their data in the text (inline, the default), separate files in a zip archive (files), or captions only (none).',
  ),
  schema: enumOption(
    ['protean', 'docling'],
    'last',
    "The schema of doc.json: Protean's schema (protean, the default), or docling's DoclingDocument (docling).",
  ),
} as const;
