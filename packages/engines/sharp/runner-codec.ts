/** Converts images that need other tools than sharp: measures, decodes, prepares with sharp, and encodes. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { addMetadataToJxl, metadataInJxl } from './exif/jxl.ts';
import { addMetadataToPng } from './exif/png.ts';
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

/** The intermediate format between sharp and an encoder. */
export type Feed = 'tiff' | 'png' | 'pgm';

export interface PictureCodec {
  /** A command that prints `name: 640x480 …`, for decoders without their own size limit. */
  measure?: readonly string[];
  decode?: readonly (readonly string[])[];
  /** The decoded file for sharp; the source itself where nothing needs decoding. */
  decoded?: string;
  /** `{page}` stands for the prepared image, `{result}` for the file to write. */
  encode?: readonly (readonly string[])[];
  feed?: Feed;
}

const maxPixels = 100_000_000;

const step = readStep<PictureStep & PictureCodec>();
const { input, work, measure, decode = [], decoded = input, encode = [], feed = 'png' } = step;
const run = promisify(execFile);

const feeders: Readonly<Record<Feed, (image: Sharp, file: string) => Promise<unknown>>> = {
  tiff: (image, file) => image.tiff({ compression: 'none' }).toFile(file),
  png: (image, file) => image.png({ compressionLevel: 1 }).toFile(file),
  pgm: async (image, file) => {
    const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
    await writeFile(file, Buffer.concat([Buffer.from(`P5 ${info.width} ${info.height} 255\n`), data]));
  },
};

await refuseTruncated(input, step.from);
if (measure) await refuseHuge(measure);
for (const command of decode) await call(command);
const source = await withMetadata(decoded);
await eachPage({ ...step, input: source }, async (page, file) => {
  const image = await prepared(step, source, page);
  if (encode.length === 0) return writePicture(image, step, file);
  const ready = `${work}/ready.${feed}`;
  await feeders[feed](image, ready);
  for (const command of encode) {
    await call(command.map((word) => word.replace('{page}', ready).replace('{result}', file)));
  }
  if (step.to === 'jxl')
    await writeFile(file, addMetadataToJxl(await readFile(file), await sharp(ready).metadata()));
});

/** The decoded picture; libvips drops the metadata of JPEG XL, so where there is any, a copy with it. */
async function withMetadata(picture: string): Promise<string> {
  const metadata = step.from === 'jxl' ? metadataInJxl(await readFile(input)) : {};
  if (!metadata.exif && !metadata.xmp) return picture;
  const [bare, full] = [`${work}/bare.png`, `${work}/with-metadata.png`];
  await call(['vips', 'copy', picture, `${bare}[compression=0,filter=none]`]);
  // The picture is converted without a block that is damaged.
  return addMetadataToPng(bare, full, metadata).then(
    () => full,
    () => picture,
  );
}

// sharp's libvips sets VIPSHOME to its own folder, where Debian's libvips would not find its codecs.
async function call(command: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('/usr/bin/env', ['-u', 'VIPSHOME', ...command]);
  // libvips may report this error and still exit with 0.
  if (stderr.includes('error in tile')) throw new Error(stderr);
  return stdout;
}

async function refuseHuge(command: readonly string[]): Promise<void> {
  const [, width, height] = /: (\d+)x(\d+)[ ,]/.exec(await call(command)) ?? [];
  if (!(Number(width) * Number(height) <= maxPixels))
    throw new Error(`${width} by ${height} is more than a picture may have`);
}
