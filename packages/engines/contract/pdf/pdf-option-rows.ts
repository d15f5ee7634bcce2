/** The declarations (rows) of all options that apply to PDFs. */
import { pdfOptionRows } from './pdf-options.ts';
import { pdfPageOptionRows } from './pdf-page-options.ts';
import { redactionOptionRows } from './redaction-options.ts';
import { scanOptionRows } from './scan-options.ts';

export const allPdfOptionRows = {
  ...pdfOptionRows,
  ...redactionOptionRows,
  ...pdfPageOptionRows,
  ...scanOptionRows,
} as const;
