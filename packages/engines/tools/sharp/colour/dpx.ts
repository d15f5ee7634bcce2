/**
 * Converts a DPX picture with scanned film density to sRGB, according to the conventions of Kodak's Cineon system.
 *
 * FFmpeg is not used, because it ignores the film curve. A colour profile with the film curve is not used either,
 * because colour management interpolates over the clipped highlights and would darken white.
 */
import sharp from 'sharp';
import { transferAt } from '../../ffmpeg/images/dpx-colours.ts';
import type { Step } from '../../../contract/engine.ts';
import { opening } from '../../../shared/image/opening.ts';
import { beginning } from '../../../shared/runner/beginning.ts';
import { warn } from '../../../shared/runner/warn.ts';
import { shadeOf } from '../light.ts';

/** Values of the transfer characteristic for film (SMPTE 268M). */
const [printingDensity, logarithmic] = [1, 3];

/** 10-bit codes of black and white. */
const [black, white] = [95, 685];

/** Difference in density between adjacent codes, and the contrast of the negative. */
const [densityOfCode, gamma] = [0.002, 0.6];

/** Sample value of white, with a tolerance for rounding. */
const filmWhite = (white + 1) / 1023;

/**
 * `decoded` is the picture decoded from `input`. If `input` contains film density, converts `decoded` to sRGB and
 * returns the path of the copy. If `input` contains no film density, returns `decoded`. Warns about clipped highlights.
 * FFmpeg declares even video samples as linear, so all samples except film density are treated as video.
 */
export async function dpxInSrgb(
  { input, work, outputDir }: Pick<Step, 'input' | 'work' | 'outputDir'>,
  decoded: string,
): Promise<string> {
  const transfer = beginning(input, transferAt + 1)[transferAt] ?? 0;
  if (transfer !== printingDensity && transfer !== logarithmic) return decoded;
  const stored = sharp(decoded, opening);
  const { depth, space, hasAlpha, density = 72 } = await stored.metadata();
  const isDeep = depth === 'ushort';
  const { data, info } = await stored
    .toColourspace(space)
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  if (applyCurve(samples, { ...info, hasAlpha, most: isDeep ? 65_535 : 255 }))
    warn({ outputDir }, 'hdr_reduced');
  const { width, height, channels } = info;
  const output = `${work}/in-srgb.png`;
  await sharp(samples, { raw: { width, height, channels } })
    .toColourspace(space)
    .withDensity(density)
    .png({ compressionLevel: 0 })
    .toFile(output);
  return output;
}

interface FilmSamples {
  channels: number;
  hasAlpha: boolean;
  /** The highest value of a sample. */
  most: number;
}

/** Replaces film samples with sRGB samples. Returns whether the picture contains light brighter than white. */
function applyCurve(samples: Uint8Array | Uint16Array, { channels, hasAlpha, most }: FilmSamples): boolean {
  const curve = Uint16Array.from({ length: most + 1 }, (_, sample) =>
    Math.round((shadeOf(filmLight(sample / most)) * most) / 65_535),
  );
  const colours = channels - (hasAlpha ? 1 : 0);
  let brightest = 0;
  for (let at = 0; at < samples.length; at += 1) {
    if (at % channels >= colours) continue;
    const sample = samples[at] ?? 0;
    brightest = Math.max(brightest, sample);
    samples[at] = curve[sample] ?? most;
  }
  return brightest / most > filmWhite;
}

/** Converts a sample between 0 and 1 to light. The light of white is 1, and brighter light exceeds 1. */
function filmLight(sample: number): number {
  const light = (code: number) => 10 ** (((code - white) * densityOfCode) / gamma);
  return (light(sample * 1023) - light(black)) / (1 - light(black));
}
