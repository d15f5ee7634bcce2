/** Takes a picture of all of a loaded page in one piece, as a screen of its width would show it. */
import { writeFile } from 'node:fs/promises';
import type { Step } from '../runtime/engine.ts';
import type { Page } from './page.ts';

/** The most pixels of a picture's side, and of all of it. */
const maxSide = 16_384;
const maxPixels = 100_000_000;

const pixelsPerInch = 96;

/** False where the page is too large for one picture. */
export async function capture(page: Page, { to, output, options }: Step): Promise<boolean> {
  const scale = (options.dpi ?? pixelsPerInch) / pixelsPerInch;
  const { cssContentSize } = (await page.send('Page.getLayoutMetrics')) as {
    cssContentSize: { width: number; height: number };
  };
  const [width, height] = [Math.ceil(cssContentSize.width), Math.ceil(cssContentSize.height)];
  if (Math.max(width, height) * scale > maxSide || width * height * scale ** 2 > maxPixels) return false;
  const { data } = await page.send('Page.captureScreenshot', {
    ...{ captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale } },
    ...(to === 'jpg' ? { format: 'jpeg', quality: options.quality ?? 90 } : { format: 'png' }),
  });
  await writeFile(output, Buffer.from(String(data), 'base64'));
  return true;
}
