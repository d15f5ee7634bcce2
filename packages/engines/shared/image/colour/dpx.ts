/** Colours of DPX files with scanned film density, by the conventions of Kodak's Cineon system. */
import { srgbPrimaries, type ColourDescription } from './description.ts';

/** The offset of the transfer characteristic of the first picture (SMPTE 268M), and the values for film. */
const transferAt = 801;
const [printingDensity, logarithmic] = [1, 3];

/** Returns undefined for video and linear samples. FFmpeg declares video as linear, so both are shown as video. */
export function coloursOfDpx(file: Buffer): ColourDescription | undefined {
  const isFilm = [printingDensity, logarithmic].includes(file[transferAt] ?? 0);
  return isFilm ? { primaries: srgbPrimaries, transfer: 'film' } : undefined;
}

/** 10-bit codes of black and white. */
const [black, white] = [95, 685];

/** Density step of a code, and contrast of the negative. */
const [densityOfCode, gamma] = [0.002, 0.6];
/** Sample value of white, with a tolerance for rounding. */
export const filmWhite = (white + 1) / 1023;

/** Returns light from 0 to 1 for a sample from 0 to 1. Highlights above white are clipped. */
export function filmLight(sample: number): number {
  const light = (code: number) => 10 ** (((code - white) * densityOfCode) / gamma);
  const value = (light(sample * 1023) - light(black)) / (1 - light(black));
  return Math.min(1, Math.max(0, value));
}
