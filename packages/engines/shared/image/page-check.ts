/** Returns commands that check a paged file before or after its conversion. */
import { runnerCommand, type Step } from '../../contract/engine.ts';

/** Maximum number of pages that are rendered as images. */
export const maxPages = 500;

/**
 * Returns a command that refuses a PDF, PostScript or DjVu file that is damaged or encrypted. If `rendered` is true,
 * the command also refuses a file with more than `maxPages` pages.
 */
export function pageCheck(step: Step, { rendered }: { rendered: boolean }): string[] {
  return runnerCommand('shared/image/page_check.py', step, rendered ? { maxPages } : {});
}

/**
 * Returns a command that checks whether a result has text. If the result has no text, the command refuses it with the
 * reason `no_text`, unless the source is a PDF with blank pages. Scanned pages are not blank.
 */
export function textCheck(step: Step): string[] {
  return runnerCommand('shared/text/text_check.py', step);
}
