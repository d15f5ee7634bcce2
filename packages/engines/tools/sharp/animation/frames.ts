/**
 * Decodes animations with tools for their formats, because sharp and libvips read at most one frame of an animation.
 */
import { readFile } from 'node:fs/promises';
import { maxAnimationPixels, playsOf } from '../../ffmpeg/images/animation.ts';
import { decodeHeifSequence, hasStillPicture, isHeifSequence } from '../../ffmpeg/images/heif-sequence.ts';
import { strictFfmpeg } from '../../ffmpeg/command.ts';
import {
  allFrames,
  delaysOf,
  storeDelaysIn,
  withShownDelays,
} from '../../../shared/image/animation/delays.ts';
import { declareTransparencyIn } from '../../ffmpeg/images/webp-alpha.ts';
import type { Step } from '../../../contract/engine.ts';
import { refuse } from '../../../shared/runner/refuse.ts';
import { warn } from '../../../shared/runner/warn.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { apngInSrgb } from '../../ffmpeg/images/animated-png.ts';
import { delaysInJxlInfo, isAnimationInJxlInfo } from '../jxl/jxl-info.ts';
import { opening } from '../../../shared/image/opening.ts';

/** FFmpeg flags for fast lossless encoding, for a file that another step reads. */
const losslessWebp = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '1'];

/** Writes all frames as an APNG. Returns false if the file has a single picture. */
export async function decodeToApng(
  step: Pick<Step, 'from' | 'input' | 'output' | 'outputDir'>,
): Promise<boolean> {
  const { from, input, output } = step;
  if (isHeifSequence(from, input)) {
    if (await decodeHeifSequence(input, { to: 'apng' }, output)) warn(step, 'hdr_reduced');
    return true;
  }
  if (from !== 'jxl') return false;
  const info = await callTool(['jxlinfo', input]);
  if (!isAnimationInJxlInfo(info)) return false;
  const [, width = 0, height = 0] = (/, (\d+)x(\d+),/.exec(info) ?? []).map(Number);
  const delays = delaysInJxlInfo(info);
  if (!(width * height <= opening.limitInputPixels) || width * height * delays.length > maxAnimationPixels)
    refuse('too_many_pixels');
  await callTool(['djxl', input, output]);
  // djxl writes delays in milliseconds in 16 bits, which allow at most 65 s.
  if (delays.some((ms) => ms > 65_535)) await storeDelaysIn(output, 'apng', delays);
  return true;
}

/**
 * Decodes the first frame of a HEIF sequence or of an animated JPEG XL, and returns the path of the picture. sharp and
 * libheif cannot open HEIF sequences, and libvips of Debian 12 shows the last frame of an animated JPEG XL. Returns
 * undefined for files that sharp or the engine's decoder can read.
 */
export async function firstFrame(step: Step): Promise<string | undefined> {
  const { from, input, work } = step;
  const decoded = `${work}/first-frame.png`;
  if (isHeifSequence(from, input)) {
    if (from === 'heic' && hasStillPicture(await readFile(input))) return undefined;
    if (await decodeHeifSequence(input, { to: 'apng', onlyFirst: true }, decoded)) warn(step, 'hdr_reduced');
    return decoded;
  }
  return from === 'jxl' && (await decodeToApng({ ...step, output: decoded })) ? decoded : undefined;
}

/** Returns the path of the animation as a WebP for sharp. Returns undefined if sharp reads the whole file itself. */
export async function decodeToWebp(step: Step): Promise<string | undefined> {
  const { from, input, work } = step;
  const decoded = `${work}/frames.webp`;
  if (isHeifSequence(from, input)) {
    if (await decodeHeifSequence(input, { to: 'webp', coding: losslessWebp }, decoded))
      warn(step, 'hdr_reduced');
    return decoded;
  }
  const frames = from === 'apng' ? input : `${work}/frames.apng`;
  if (from !== 'apng' && !(await decodeToApng({ ...step, output: frames }))) return undefined;
  const apng = await apngInSrgb(step, frames);
  const file = await readFile(apng);
  const delays = delaysOf('apng', file);
  if (delays.length < 2) return undefined;
  const plays = playsOf('apng', file);
  const shown = await withShownDelays('apng', apng, work);
  await callTool([
    ...[...strictFfmpeg, '-f', 'apng', '-i', shown, ...allFrames, ...losslessWebp],
    ...['-loop', String(plays), '-f', 'webp', '-y', decoded],
  ]);
  await storeDelaysIn(decoded, 'webp', delays);
  await declareTransparencyIn(decoded);
  return decoded;
}
