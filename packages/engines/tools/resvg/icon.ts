/** Converts an SVG drawing to an icon. The drawing is rendered separately for each size. */
import { packIcon } from '../../codecs/icns/pack.ts';
import { iconSizes } from '../../shared/image/icon-sizes.ts';
import type { Options } from '../../contract/options.ts';
import { prepared, type PictureStep } from '../sharp/picture.ts';
import { drawAsPng } from './draw.ts';

export async function writeIcon(step: PictureStep, to: 'ico' | 'icns'): Promise<void> {
  const pictures: string[] = [];
  for (const [n, options] of picturesOf(step, to).entries()) {
    const [drawn, picture] = [`${step.work}/drawn-${n}.png`, `${step.work}/icon-${n}.png`];
    await drawAsPng({ ...step, options }, drawn);
    const image = await prepared({ ...step, options }, drawn);
    await image.ensureAlpha().png().toFile(picture);
    pictures.push(picture);
  }
  await packIcon(to, pictures, step.output);
}

/** Returns the drawing options of each picture in the icon. Apple's icons are square. */
function picturesOf(step: PictureStep, to: 'ico' | 'icns'): Options[] {
  const { options } = step;
  if (options.width !== undefined || options.height !== undefined) return [options];
  const fit = to === 'icns' ? 'contain' : 'inside';
  return iconSizes(step, Infinity).map((size) => ({ ...options, width: size, height: size, fit }));
}
