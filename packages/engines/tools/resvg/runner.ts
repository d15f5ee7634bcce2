/** Converts an SVG drawing to icons and to the formats that sharp writes. */
import { readStep } from '../../contract/step.ts';
import type { PictureStep } from '../sharp/picture.ts';
import { drawAsPng } from './draw.ts';
import { writeIcon } from './icon.ts';
import { writeDrawn } from './write.ts';

const step = readStep<PictureStep>();
if (step.to === 'ico' || step.to === 'icns') await writeIcon(step, step.to);
else {
  const drawn = `${step.work}/drawn.png`;
  await drawAsPng(step, drawn);
  await writeDrawn(step, drawn);
}
