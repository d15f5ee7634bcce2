/** Commands that check a paged file before or after a tool converts it. */
import { runnerCommand, type Step } from '../../contract/engine.ts';

/** Maximum number of pages that are rendered as images. */
const maxPages = 500;

/** Checks a PDF, PostScript or DjVu file. Fails if it is damaged or encrypted, or, if `rendered`, has too many pages. */
export function pageCheck(step: Step, { rendered }: { rendered: boolean }): string[] {
  return runnerCommand('shared/image/page_check.py', step, rendered ? { maxPages } : {});
}

/** Refuses a result without text for the reason `no_text` if the pages show something, as in a scanned book. */
export function textCheck(step: Step): string[] {
  return runnerCommand('shared/text/text_check.py', step);
}
