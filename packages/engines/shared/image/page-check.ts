/** Commands that check a file of pages before or after a tool converts it. */
import { runnerCommand, type Step } from '../../contract/engine.ts';

/** The most pages that are rendered as images. */
const maxPages = 500;

/** Checks a PDF, PostScript or DjVu file; fails when it is damaged or encrypted, or `rendered` and of too many pages. */
export function pageCheck(step: Step, { rendered }: { rendered: boolean }): string[] {
  return runnerCommand('shared/image/page_check.py', step, rendered ? { maxPages } : {});
}

/** Refuses a result without text for `no_text` where the pages show something, as those of a scanned book do. */
export function textCheck(step: Step): string[] {
  return runnerCommand('shared/text/text_check.py', step);
}
