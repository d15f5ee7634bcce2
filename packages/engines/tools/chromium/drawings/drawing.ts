/** Draws an SVG drawing as browsers do: as a PDF page of its size, or as a picture. */
import { readFile, writeFile } from 'node:fs/promises';
import { drawnSize } from '../../resvg/draw-size.ts';
import { namesOtherFiles } from '../../../shared/svg/links.ts';
import { naturalSize, resized, rootOf, type Size } from '../../../shared/svg/root.ts';
import { readDrawing } from '../../../shared/svg/source.ts';
import { writeDrawn } from '../../resvg/write.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { PictureStep } from '../../sharp/picture.ts';
import { pack } from '../pack.ts';
import type { Page } from '../page.ts';
import { withPageSize } from '../page-size.ts';
import { singlePage } from '../page-files.ts';
import { printTo } from '../print.ts';
import { UnreadablePage } from '../read-page.ts';

/** Size that browsers use by default for drawings without a size or a `viewBox`. */
const defaultSize: Size = { width: 300, height: 150 };

const pixelsPerInch = 96;

/**
 * Stops animations so that equal drawings give equal results. SMIL animations are paused at time 0. CSS animations are
 * cancelled, because many drawings are hidden at the start of a CSS animation.
 */
const stopAnimations = `
  document.documentElement.pauseAnimations?.();
  document.documentElement.setCurrentTime?.(0);
  for (const animation of document.getAnimations()) animation.cancel();
`;

const isMalformed = `document.getElementsByTagName('parsererror').length > 0`;

export async function drawDrawing(step: PictureStep, page: Page): Promise<void> {
  const text = await readDrawing(step);
  const root = rootOf(text);
  if (!root) throw new UnreadablePage('no svg element');
  const natural = naturalSize(root) ?? defaultSize;
  const size = step.to === 'pdf' ? natural : drawnSize(natural, step.options);
  const body = Buffer.from(resized(text, root, { natural, size }));
  await page.send('Emulation.setDeviceMetricsOverride', {
    ...{ width: Math.ceil(size.width), height: Math.ceil(size.height), deviceScaleFactor: 1, mobile: false },
  });
  const transparent = { r: 0, g: 0, b: 0, a: 0 };
  await page.send('Emulation.setDefaultBackgroundColorOverride', { color: transparent });
  await page.load(singlePage({ body, type: 'image/svg+xml; charset=utf-8' }), { scripts: false });
  // Browsers draw malformed XML only up to the error, and show an error message over the drawing.
  if (await page.evaluate(isMalformed)) throw new UnreadablePage('the drawing is malformed');
  await page.evaluate(stopAnimations);
  if (step.to === 'pdf') await asPage(step, page, size);
  else await asPicture(step, page, size);
  // `hasMissingFiles` does not report files of other origins, because the browser never requests them.
  if (page.hasMissingFiles || namesOtherFiles(text)) warn(step, 'asset_missing');
}

async function asPage({ output, intermediate }: PictureStep, page: Page, size: Size): Promise<void> {
  // The size of the drawing is rounded up, because Chromium would round a fraction of a pixel down.
  const [paperWidth, paperHeight] = [size.width, size.height].map((side) => Math.ceil(side) / pixelsPerInch);
  const margins = { marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0 };
  await printTo(page, output, { paperWidth, paperHeight, ...margins, pageRanges: '1' });
  await writeFile(output, withPageSize(await readFile(output), size));
  if (!intermediate) pack(output);
}

async function asPicture(step: PictureStep, page: Page, size: Size): Promise<void> {
  const { data } = await page.send('Page.captureScreenshot', {
    ...{ format: 'png', clip: { x: 0, y: 0, ...size, scale: 1 } },
  });
  const drawn = `${step.work}/drawn.png`;
  await writeFile(drawn, Buffer.from(String(data), 'base64'));
  await writeDrawn(step, drawn);
}
