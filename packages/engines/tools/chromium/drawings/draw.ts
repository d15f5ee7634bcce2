/** Draws a loaded page in the target format: as a PDF, as one picture, or as a picture of each printed page. */
import { commandsOf, type Step } from '../../../contract/engine.ts';
import { run } from '../../../shared/runner/run.ts';
import { poppler } from '../../poppler/index.ts';
import { qpdf } from '../../qpdf/index.ts';
import { capture } from '../capture.ts';
import type { Page } from '../page.ts';
import { pack } from '../pack.ts';
import { formulaStyles, optionStyles, paperStyles, print } from '../print.ts';
import { UnreadablePage } from '../read-page.ts';
import { tellNothing } from '../../../shared/runner/nothing.ts';
import { warn } from '../../../shared/runner/warn.ts';

/**
 * Draws the page to the output file of the step. If the page declares itself as XML but is not well-formed, draws
 * nothing and returns false.
 */
export async function draw(step: Step, page: Page): Promise<boolean> {
  const { to, output, options } = step;
  const sheets = { first: paperStyles, last: optionStyles(options) };
  // If the request sets the paper or margin, or selects pages, printed pages are drawn instead of one picture.
  const { paper, margin, pages, page: number } = options;
  const isPicture = to !== 'pdf' && [paper, margin, pages, number].every((one) => one === undefined);
  const { isMalformed, isEmpty, elements, hasMissingFiles } = await page.prepare(
    isPicture ? { first: formulaStyles } : sheets,
  );
  if (isMalformed) return false;
  if (isEmpty) tellNothing();
  if (to === 'pdf') {
    await print(page, output, elements);
    // Only the final file is compressed. An intermediate file need not be small.
    if (!step.intermediate) pack(output);
  } else if (!isPicture || !(await capture(page, step))) {
    if (isPicture) await page.prepare(sheets);
    const printed = `${step.work}/printed.pdf`;
    await print(page, printed, elements);
    drawPages({ ...step, from: 'pdf', input: printed });
  }
  if (hasMissingFiles) warn(step, 'asset_missing');
  return true;
}

/** Draws the printed pages of the input. */
function drawPages(step: Step): void {
  const { pages } = step.options;
  const picked = { ...step, to: 'pdf', output: `${step.work}/picked.pdf` };
  const pick = pages === undefined ? [] : commandsOf(qpdf, picked);
  const drawn = pages === undefined ? step : { ...step, input: picked.output };
  for (const command of [...pick, ...commandsOf(poppler, drawn)]) {
    const { status, stderr } = run(command);
    if (status !== 0) throw new UnreadablePage(stderr, status);
  }
}
