/** Converts an SVG drawing to the formats that sharp writes. */
import { readStep } from '../runtime/step.ts';
import type { PictureStep } from '../sharp/picture.ts';
import { drawAsPng } from './draw.ts';
import { writeDrawn } from './write.ts';

const step = readStep<PictureStep>();
const drawn = `${step.work}/drawn.png`;
await drawAsPng(step, drawn);
await writeDrawn(step, drawn);
