/** Captures a whole loaded page as one picture of the requested size, in its screen layout. */
import { writeFile } from 'node:fs/promises';
import type { Step } from '../../contract/engine.ts';
import type { Options } from '../../contract/options.ts';
import { fitScrolled } from './fit.ts';
import type { Page } from './page.ts';

/** Upper bounds, in pixels, for a side and for the area of a picture. */
const maxSide = 16_384;
const maxPixels = 100_000_000;

const pixelsPerInch = 96;

/** Writes the picture. Returns false if the page is too large for one picture. */
export async function capture(page: Page, { to, output, options }: Step): Promise<boolean> {
  await fitScrolled(page);
  const { cssContentSize } = (await page.send('Page.getLayoutMetrics')) as {
    cssContentSize: { width: number; height: number };
  };
  const [width, height] = [Math.ceil(cssContentSize.width), Math.ceil(cssContentSize.height)];
  const scale = scaleOf({ width, height }, options);
  if (Math.max(width, height) * scale > maxSide || width * height * scale ** 2 > maxPixels) return false;
  const { data } = await page.send('Page.captureScreenshot', {
    ...{ captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale } },
    ...(to === 'jpg' && !isSized(options)
      ? { format: 'jpeg', quality: options.quality ?? 90 }
      : { format: 'png' }),
  });
  const picture = Buffer.from(String(data), 'base64');
  await writeFile(output, isSized(options) ? await resized(picture, to, options) : picture);
  return true;
}

const isSized = ({ width, height }: Options) => width !== undefined || height !== undefined;

/**
 * Returns the scale at which the page is drawn. Letters are sharper if they are drawn at the requested size instead of
 * being enlarged.
 */
function scaleOf(page: { width: number; height: number }, { dpi, width, height, fit }: Options): number {
  const scales = [width && width / page.width, height && height / page.height].filter(
    (scale) => scale !== undefined,
  );
  if (dpi !== undefined || scales.length === 0) return (dpi ?? pixelsPerInch) / pixelsPerInch;
  return fit === 'cover' || fit === 'fill' ? Math.max(...scales) : Math.min(...scales);
}

async function resized(picture: Buffer, to: string, options: Options): Promise<Buffer> {
  // Imported on demand, because sharp is rarely needed and slow to load.
  const { default: sharp } = await import('sharp');
  const { width = null, height = null, fit = 'inside', quality = 90 } = options;
  const image = sharp(picture).resize(width, height, { fit, background: 'white' });
  return (to === 'jpg' ? image.jpeg({ quality }) : image.png()).toBuffer();
}
