/** Adds the colours that a source file declares to its decoded picture, if sharp does not read them itself. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { toneMapped } from '../../ffmpeg/images/dynamic-range.ts';
import { beginning } from '../../../shared/runner/beginning.ts';
import type { Step } from '../../../contract/engine.ts';
import { warn } from '../../../shared/runner/warn.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { addMetadataToPng } from '../../../shared/image/exif/png.ts';
import {
  isHdr,
  isSrgb,
  type ColourDescription,
  type Transfer,
} from '../../../shared/image/colour/description.ts';
import { iccProfile } from '../../../shared/image/colour/icc.ts';
import { opening } from '../../../shared/image/opening.ts';
import { isGrayPng, withIccProfile } from '../../../shared/image/colour/png.ts';
import { declaredColours } from './source.ts';

/** A picture that sharp can read. */
export interface KnownPicture {
  file: string;
  page: number;
  /**
   * Whether the profile must be applied to the pixels instead of being kept. A profile must be applied if its transfer
   * function would make the steps between 8-bit samples visible.
   */
  applyProfile?: boolean;
}

type Source = Pick<Step, 'from' | 'input' | 'work' | 'outputDir'> & {
  /** Whether samples of a high dynamic range stay unchanged, because the target can declare this range. */
  keepsRange?: boolean;
};

/**
 * Returns a page of the decoded picture `file` in colours that sharp supports. Maps a high dynamic range to sRGB with a
 * warning. For all other declared colours, attaches an ICC profile that describes the colours.
 */
export async function withKnownColours(source: Source, file: string, page: number): Promise<KnownPicture> {
  const colours = await declaredColours(source.input, source.from);
  if (!colours || isSrgb(colours)) return { file, page };
  if (isHdr(colours)) return { file: await fromHighRange(source, { file, page }, colours), page: 0 };
  const png = await readFile(await asPng(source, { file, page }));
  const known = `${source.work}/known-colours-${page}.png`;
  await writeFile(known, withIccProfile(png, iccProfile(colours, isGrayPng(png))));
  return { file: known, page: 0, applyProfile: isFarFromEven(colours.transfer) };
}

/** Returns whether the steps between 8-bit samples could be visible with this transfer function. */
const isFarFromEven = (transfer: Transfer) => typeof transfer === 'object' && transfer.exponent < 1.5;

const pngSignature = '89504e47';

async function asPng({ work }: Source, { file, page }: KnownPicture): Promise<string> {
  if (beginning(file, 4).toString('hex') === pngSignature) return file;
  const png = `${work}/decoded-${page}.png`;
  const stored = sharp(file, { ...opening, page, ignoreIcc: true });
  const { depth } = await stored.metadata();
  const image = stored.autoOrient().keepExif().keepXmp();
  await (depth === 'ushort' ? image.toColourspace('rgb16') : image).png({ compressionLevel: 0 }).toFile(png);
  return png;
}

async function fromHighRange(
  source: Source,
  { file, page }: KnownPicture,
  { codes = { primaries: 9, transfer: 16 } }: ColourDescription,
): Promise<string> {
  const at = (name: string) => `${source.work}/${name}-${page}.png`;
  const stored = sharp(file, { ...opening, page, ignoreIcc: true });
  const { depth, hasAlpha, exif, xmp } = await stored.metadata();
  await stored
    .autoOrient()
    .toColourspace(depth === 'ushort' ? 'rgb16' : 'srgb')
    .png({ compressionLevel: 0 })
    .toFile(at('wide'));
  const shown = source.keepsRange ? at('wide') : at('mapped');
  if (!source.keepsRange) {
    await callTool(toneMapped(at('wide'), { ...codes, hasAlpha }, shown));
    warn(source, 'hdr_reduced');
  }
  if (!exif && !xmp) return shown;
  // A corrupt metadata block is dropped, so that the picture can still be converted.
  return addMetadataToPng(shown, at('described'), { exif, xmp }).then(
    () => at('described'),
    () => shown,
  );
}
