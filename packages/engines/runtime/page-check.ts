/** Commands that check a file of pages before or after a tool converts it. */
import { runnerCommand, type Step } from './engine.ts';

/** The most pages that are rendered as images. */
const maxPages = 500;

/** Checks a PDF, PostScript or DjVu file; fails when it is damaged or encrypted, or `rendered` and of too many pages. */
export function pageCheck(step: Step, { rendered }: { rendered: boolean }): string[] {
  return runnerCommand('runtime/page_check.py', step, rendered ? { maxPages } : {});
}

/** Fails when a text file holds no text, as for the pages of a scanned book. */
export function textCheck(file: string): string[] {
  return ['/usr/bin/grep', '--quiet', '--text', '[^[:space:]]', file];
}
