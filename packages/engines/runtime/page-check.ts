/** The look at a PDF, PostScript or DjVu file that comes before any tool draws from it. */
import { runnerCommand, type Step } from './engine.ts';

/** More pages than anyone looks at one by one. */
const maxPages = 500;

/** Ends with an error for a damaged or locked file, or for too many pages where each becomes a picture. */
export function pageCheck(step: Step, { drawn }: { drawn: boolean }): string[] {
  return runnerCommand('runtime/page_check.py', step, drawn ? { maxPages } : {});
}

/** Ends with an error when a text holds nothing to read, as the text of scanned pages does. */
export function textCheck(file: string): string[] {
  return ['/usr/bin/grep', '--quiet', '--text', '[^[:space:]]', file];
}
