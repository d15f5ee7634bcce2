/** Converts images that need other tools than sharp: decodes them, prepares them with sharp, and encodes them. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { decodeAvifSequence, isAvifSequence } from '../ffmpeg/avif-sequence.ts';
import { refuseTruncated } from '../runtime/truncation.ts';
import { callTool, decodePicture, type Decoding } from './decode.ts';
import { addMetadataToJxl } from './exif/jxl.ts';
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';

/** The intermediate format between sharp and an encoder. */
export type Feed = 'tiff' | 'png' | 'pgm';

export interface PictureCodec extends Decoding {
  /** `{page}` stands for the prepared image, `{result}` for the file to write. */
  encode?: readonly (readonly string[])[];
  feed?: Feed;
}

const step = readStep<PictureStep & PictureCodec>();
const { work, encode = [], feed = 'png' } = step;

const feeders: Readonly<Record<Feed, (image: Sharp, file: string) => Promise<unknown>>> = {
  tiff: (image, file) => image.tiff({ compression: 'none' }).toFile(file),
  png: (image, file) => image.png({ compressionLevel: 1 }).toFile(file),
  pgm: async (image, file) => {
    const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
    await writeFile(file, Buffer.concat([Buffer.from(`P5 ${info.width} ${info.height} 255\n`), data]));
  },
};

if (step.from === 'avif' && step.to === 'apng' && isAvifSequence(step.input)) {
  await refuseTruncated(step.input, step.from);
  await decodeAvifSequence(step.input, ['-plays', '0', '-f', 'apng'], step.output);
} else {
  await convertPages();
}

async function convertPages(): Promise<void> {
  const source = await decodePicture(step);
  await eachPage({ ...step, input: source }, async (page, file) => {
    const image = await prepared(step, source, page);
    if (encode.length === 0) return writePicture(image, step, file);
    const ready = `${work}/ready.${feed}`;
    await feeders[feed](image, ready);
    for (const command of encode) {
      await callTool(command.map((word) => word.replace('{page}', ready).replace('{result}', file)));
    }
    if (step.to === 'jxl')
      await writeFile(file, addMetadataToJxl(await readFile(file), await sharp(ready).metadata()));
  });
}
