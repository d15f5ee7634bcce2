/** Converts the frames of an APNG to sRGB, because FFmpeg ignores the colour space that the file declares. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { maxAnimationPixels, animationPixels, playsOf } from './animation.ts';
import { strictFfmpeg } from '../command.ts';
import { allFrames, delaysOf, storeDelaysIn } from '../../../shared/image/animation/delays.ts';
import { toStandardRange } from './dynamic-range.ts';
import { apngSource } from '../streams/sources.ts';
import type { Step } from '../../../contract/engine.ts';
import { refuse } from '../../../shared/runner/refuse.ts';
import { warn } from '../../../shared/runner/warn.ts';
import { writeApng } from '../../../shared/image/animation/apng.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { opening } from '../../../shared/image/opening.ts';
import { isHdr, isSrgb, type ColourDescription } from '../../../shared/image/colour/description.ts';
import { iccProfile } from '../../../shared/image/colour/icc.ts';
import { coloursOfPng, isGrayPng, profileOfPng, withIccProfile } from '../../../shared/image/colour/png.ts';

type Source = Pick<Step, 'work' | 'outputDir'>;

/**
 * Returns the path of an APNG in sRGB. If `file` declares no colour space other than sRGB, returns `file` itself. Warns
 * about a high dynamic range.
 */
export async function apngInSrgb(source: Source, file: string): Promise<string> {
  const png = await readFile(file);
  const colours = coloursOfPng(png);
  const profile = colours ? undefined : profileOfPng(png);
  if (isSrgb(colours) && !profile) return file;
  if (animationPixels('apng', png) > maxAnimationPixels) refuse('too_many_pixels');
  const output = `${source.work}/standard.apng`;
  if (colours && isHdr(colours)) {
    await mapRange(file, png, colours, output);
    warn(source, 'hdr_reduced');
  } else {
    await applyProfile(source, file, png, (frame) => profile ?? iccProfileOf(colours, frame), output);
  }
  return output;
}

function iccProfileOf(colours: ColourDescription | undefined, frame: Buffer): Buffer {
  if (!colours) throw new Error('the picture declares no colours');
  return iccProfile(colours, isGrayPng(frame));
}

const decoding = (file: string, png: Buffer) => [
  ...[...strictFfmpeg, '-f', apngSource(png).demuxer, '-i', file, ...allFrames],
];

async function mapRange(
  file: string,
  png: Buffer,
  { codes = { primaries: 9, transfer: 16 } }: ColourDescription,
  output: string,
): Promise<void> {
  const filters = ['format=gbrap16le', ...toStandardRange({ ...codes, hasAlpha: true }), 'format=rgba64be'];
  const plays = String(playsOf('apng', png));
  const coding = ['-vf', filters.join(','), '-c:v', 'apng', '-plays', plays, '-f', 'apng', '-y', output];
  await callTool([...decoding(file, png), ...coding]);
  await storeDelaysIn(output, 'apng', delaysOf('apng', png));
}

async function applyProfile(
  { work }: Source,
  file: string,
  png: Buffer,
  profileOf: (frame: Buffer) => Buffer,
  output: string,
): Promise<void> {
  await callTool([...decoding(file, png), '-f', 'image2', '-y', `${work}/coloured-%06d.png`]);
  const names = (await readdir(work)).filter((name) => name.startsWith('coloured-')).sort();
  const frames = names.map((name) => `${work}/${name}`);
  for (const frame of frames) {
    const content = await readFile(frame);
    const described = withIccProfile(content, profileOf(content));
    const opened = sharp(described, opening);
    const { depth } = await opened.metadata();
    // Without `grey16`, sharp would not apply the profile of a 16-bit gray picture.
    const readable = isGrayPng(content) && depth === 'ushort' ? opened.toColourspace('grey16') : opened;
    const standard = readable.withIccProfile('srgb', { attach: false });
    await writeFile(frame, await standard.png({ compressionLevel: 1 }).toBuffer());
  }
  await writeApng(frames, { delays: delaysOf('apng', png), plays: playsOf('apng', png) }, output);
}
