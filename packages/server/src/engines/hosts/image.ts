/** Converts one raster image with sharp: orientation applied, profile kept, first frame where there is no movement. */
import sharp from 'sharp';
import { readStep } from './step.ts';

const { input, output, to, options } = readStep();
const animated = to === 'webp' || to === 'gif';
const image = sharp(input, { animated, limitInputPixels: 100_000_000, failOn: 'error' }).autoOrient().keepMetadata();
const flat = to === 'jpg' ? image.flatten({ background: '#ffffff' }) : image;
await flat.toFormat(to as 'png', options.quality === undefined ? {} : { quality: options.quality }).toFile(output);
