/** Makes a picture smaller in the same format, or applies options. Without options, every pixel stays unchanged. */
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { callTool } from '../../shared/image/call-tool.ts';
import { densityToStore } from './density.ts';
import { withoutDescription } from '../../shared/image/exif/png.ts';
import { warnOfExtraPictures } from './extra-pictures.ts';
import { hasGainMap } from './gain-map.ts';
import { opening } from '../../shared/image/opening.ts';
import { eachPage, maxPages, prepared, writePicture, type PictureStep } from './picture.ts';
import { moveBlocks } from './jxl/jpeg-blocks.ts';
import { packFrames, writeFrames } from './animation/same-format-frames.ts';
import { writeSmall } from './same-format-write.ts';

const step = readStep<PictureStep>();
const { input, output, work, options } = step;
const { quality, width, height, background, lossless, rotate, strip_metadata: strip } = options;

await refuseTruncated(input, step.from);
const isPaged = step.from === 'tiff';
// TIFF pages may differ in size, so they are read one by one. All frames of an animation have the same size.
const all = isPaged ? opening : { ...opening, pages: -1 };
const metadata = await sharp(input, all).metadata();
// This code reads the whole picture first, because the tools that run later describe corrupt files less precisely.
if (isPaged && (metadata.pages ?? 1) > maxPages) refuse('too_many_pages');
for (let page = 0; page < (isPaged ? (metadata.pages ?? 1) : 1); page += 1)
  await sharp(input, { ...all, ...(isPaged ? { page } : {}) })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
const isUpright = (metadata.orientation ?? 1) === 1;
const isResized = [width, height, background].some((asked) => asked !== undefined);
const isCoded = isResized || quality !== undefined;
const isMoved = rotate !== undefined || (strip === true && !isUpright);
const isAnimated = (metadata.pages ?? 1) > 1;
/** Whether only metadata is removed, which leaves all coded pixels unchanged. */
const isOnlyCleaned = strip === true && isUpright && Object.keys(options).length === 1;

switch (isOnlyCleaned ? 'cleaned' : step.from) {
  case 'cleaned':
    await copyFile(input, output);
    break;
  case 'jpg':
    await packJpeg();
    break;
  case 'png':
    await (isCoded || isMoved ? writeSmall(step, metadata) : packPng());
    break;
  case 'tiff':
    await (isResized || isMoved || strip ? writePages() : packTiff());
    break;
  default:
    await (isCoded || isMoved || strip || lossless
      ? isAnimated
        ? writeFrames(step)
        : writeSmall(step, metadata)
      : packFrames(step));
}

async function packJpeg(): Promise<void> {
  // jpegtran keeps only the first picture of the file, so a gain map would be lost.
  const withGainMap = await hasGainMap(step);
  if (withGainMap && Object.keys(options).length === 0) return copyFile(input, output);
  if (withGainMap) await warnOfExtraPictures(step);
  if (isCoded || !(await moveBlocks(step, metadata.orientation ?? 1))) await writeSmall(step, metadata);
}

/**
 * Compresses a PNG with OptiPNG, which tries several filters and compression levels. For large pictures, OptiPNG tries
 * fewer combinations, because each trial takes seconds.
 */
async function packPng(): Promise<void> {
  const source = await readFile(input);
  // OptiPNG supports only one frame.
  if (source.includes('acTL')) return copyFile(input, output);
  const plain = `${work}/plain.png`;
  await writeFile(plain, strip ? withoutDescription(source) : source);
  const pixels = metadata.width * metadata.height;
  const level = pixels > 8_000_000 ? '0' : pixels > 1_000_000 ? '1' : '2';
  await callTool(['optipng', '-quiet', `-o${level}`, '-out', output, plain]);
}

/**
 * Recompresses the strips or tiles of all pages with LibTIFF. Does not recompress a file with camera metadata, because
 * LibTIFF does not support camera metadata.
 */
async function packTiff(): Promise<void> {
  const { exif, xmp, iptc, depth } = metadata;
  const isKept = exif ?? xmp ?? iptc ?? depth === undefined;
  const packed = `${work}/packed.tiff`;
  for (const coding of isKept ? [] : depth === 'uchar' || depth === 'ushort' ? ['zip:2', 'zip'] : ['zip']) {
    const done = await callTool(['tiffcp', '-m', '0', '-c', coding, input, packed]).then(
      () => true,
      () => false,
    );
    if (done && (await stat(packed)).size < (await stat(input)).size) return copyFile(packed, output);
  }
  return copyFile(input, output);
}

async function writePages(): Promise<void> {
  const pages: string[] = [];
  await eachPage({ ...step, outputDir: work, output: `${work}/page-1.tiff` }, async (page, file) => {
    const density = await densityToStore(step, input, page);
    await writePicture(await prepared(step, input, page), step, file, density);
    pages.push(file);
  });
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return copyFile(only, output);
  await callTool(['tiffcp', '-m', '0', ...pages, output]);
}
