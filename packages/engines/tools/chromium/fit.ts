/**
 * Fits wide tables and code lines of a loaded page to the paper width. On a screen, wide tables and code lines would
 * scroll.
 */
import { readFileSync } from 'node:fs';
import type { Page } from './page.ts';

const inPage = readFileSync(new URL('../../shared/html/in-page-fit.js', import.meta.url), 'utf8');
/** Wraps the script in a block scope, because the script is evaluated several times in the same JavaScript context. */
const call = (name: string) => `{ ${inPage}\n${name}(); }`;

export async function fitToPaper(page: Page): Promise<void> {
  if (!(await page.evaluate("document.querySelector('table, pre') !== null"))) return;
  // A style sheet may set the paper and margins only for print, so the medium must be `print` before the width is read.
  await page.send('Emulation.setEmulatedMedia', { media: 'print' });
  const width = await page.evaluate(call('printedWidth'));
  if (typeof width === 'number') {
    await page.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height: Math.round(width * Math.SQRT2), deviceScaleFactor: 0, mobile: false },
    });
    await page.evaluate(call('fitToPaper'));
    await page.send('Emulation.clearDeviceMetricsOverride');
  }
  await page.send('Emulation.setEmulatedMedia', { media: '' });
}

/** Fits content that scrolls on a screen, because a picture would cut it off. */
export async function fitScrolled(page: Page): Promise<void> {
  if (await page.evaluate("document.querySelector('table, pre') !== null"))
    await page.evaluate(call('fitScrolled'));
}
