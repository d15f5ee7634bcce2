/** Draws an SVG file with resvg, in the requested size. */
import { writeFileSync } from 'node:fs';
import { Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import type { Step } from '../../contract/engine.ts';
import { run } from '../../shared/runner/run.ts';
import { warn } from '../../shared/runner/warn.ts';
import { render } from '../rsvg/render.ts';
import { drawnSize } from './draw-size.ts';
import { featuresIn, maxSearched } from '../../shared/svg/features.ts';
import { withInstalledFonts } from './fonts.ts';
import { namesOtherFiles, withoutLinks } from '../../shared/svg/links.ts';
import { naturalSize, resized, rootOf } from '../../shared/svg/root.ts';
import { readDrawing } from '../../shared/svg/source.ts';

/**
 * The library doubles the size of a drawing until one side has at least this number of pixels. To prevent the doubling,
 * a small drawing gets a canvas with a width of `leastSide`, and the canvas is cropped afterwards.
 */
const leastSide = 1_000;

/** Default values of browsers. The library has different default values. */
const defaults = { 'font-family': '', 'font-size': '16' };

/** Writes the drawing as PNG to `file`. */
export async function drawAsPng(step: Step, file: string): Promise<void> {
  const text = await readDrawing(step);
  const missing = text.length > maxSearched ? featuresIn(text) : [];
  if (missing.length > 0) warn(step, 'features_not_drawn', missing.join(', '));
  if (namesOtherFiles(text)) warn(step, 'asset_missing');
  const root = rootOf(text);
  const natural = root && naturalSize(root);
  if (!root || !natural) return byLibrsvg(step, file, text);
  const size = drawnSize(natural, step.options);
  // resvg supports only the spelling `currentColor` of this keyword.
  const local = withoutLinks(text).text.replace(/\bcurrentcolor\b/gi, 'currentColor');
  const canvas = size.height < leastSide ? Math.max(size.width, leastSide) : size.width;
  const drawing = withInstalledFonts(resized(local, root, { natural, size, canvas, more: defaults }));
  const pixels = await Transformer.fromSvg(drawing).rawPixels();
  await sharp(pixels, { raw: { width: canvas, height: size.height, channels: 4 }, limitInputPixels: false })
    .extract({ left: 0, top: 0, ...size })
    .png({ compressionLevel: 1 })
    .toFile(file);
}

/** Prepares the engine for the first drawing: loads the fonts, and finds the substitutes of common families. */
export async function warmUp(): Promise<void> {
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Arial">x</text></svg>';
  await Transformer.fromSvg(withInstalledFonts(text)).rawPixels();
}

/**
 * Draws with librsvg. Used for a drawing without a size, because the drawing is then as large as its content, and
 * librsvg measures the content.
 */
function byLibrsvg({ options, work }: Step, file: string, text: string): void {
  const input = `${work}/drawing.svg`;
  writeFileSync(input, text);
  const { status, stderr } = run(render({ input, options }, 'png', file));
  if (status === 0) return;
  process.stderr.write(stderr);
  process.exit(1);
}
