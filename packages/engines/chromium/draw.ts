/** Draws a loaded page in the target format: as a PDF, as one picture, or as a picture of each printed page. */
import { commandsOf, type Step } from '../runtime/engine.ts';
import { run } from '../runtime/run.ts';
import { poppler } from '../poppler/index.ts';
import { capture } from './capture.ts';
import type { Page } from './page.ts';
import { pack } from './pack.ts';
import { formulaStyles, optionStyles, paperStyles, print } from './print.ts';
import { UnreadablePage } from './read-page.ts';
import { warn } from '../runtime/warn.ts';

/** False where nothing was drawn, because the page is no XML although it says so. */
export async function draw(step: Step, page: Page): Promise<boolean> {
  const { to, output, options } = step;
  const sheets = { first: paperStyles, last: optionStyles(options) };
  // Who names paper wants pages.
  const isPicture = to !== 'pdf' && options.paper === undefined && options.margin === undefined;
  const { isMalformed, isEmpty, elements, hasMissingFiles } = await page.prepare(
    isPicture ? { first: formulaStyles } : sheets,
  );
  if (isMalformed) return false;
  if (isEmpty) throw new UnreadablePage('the page is empty');
  if (to === 'pdf') {
    await print(page, output, elements);
    // What another step reads need not be small.
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

function drawPages(step: Step): void {
  for (const command of commandsOf(poppler, step)) {
    const { status, stderr } = run(command);
    if (status !== 0) throw new UnreadablePage(stderr, status);
  }
}
