/** Writes an Apple icon: the picture centred in a transparent square of each size. */
import sharp from 'sharp';
import { eachPage, prepared, type PictureStep } from '../../tools/sharp/picture.ts';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { packIcon } from './pack.ts';
import { iconSizes } from '../../shared/image/icon-sizes.ts';

const step = readStep<PictureStep>();

await refuseTruncated(step.input, step.from);
await eachPage(step, async (page, file) => {
  const image = await prepared(step, step.input, page);
  const { data, info } = await image.ensureAlpha().png().toBuffer({ resolveWithObject: true });
  const pictures: string[] = [];
  for (const size of iconSizes(step, Math.max(info.width, info.height))) {
    const path = `${step.work}/${size}.png`;
    await sharp(data).resize(size, size, { fit: 'contain', background: '#00000000' }).png().toFile(path);
    pictures.push(path);
  }
  await packIcon('icns', pictures, file);
});
