/** Describes the colours that a picture declares without an ICC profile: primaries and transfer function. */

/** CIE 1931 chromaticity coordinates. */
export type Point = readonly [x: number, y: number];

export interface Primaries {
  red: Point;
  green: Point;
  blue: Point;
  white: Point;
}

/** A transfer function: sRGB, one for high dynamic range (PQ or HLG), or a power function with an exponent. */
export type Transfer = 'srgb' | 'pq' | 'hlg' | { exponent: number };

/** Code points of ITU-T H.273. */
export interface ColourCodes {
  primaries: number;
  transfer: number;
}

export interface ColourDescription {
  primaries: Primaries;
  transfer: Transfer;
  /** The code points, if `primaries` and `transfer` were derived from code points. */
  codes?: ColourCodes;
}

const d65: Point = [0.3127, 0.329];

const primariesOf = (red: Point, green: Point, blue: Point, white = d65): Primaries => ({
  red,
  green,
  blue,
  white,
});

export const srgbPrimaries = primariesOf([0.64, 0.33], [0.3, 0.6], [0.15, 0.06]);

/** sRGB primaries with a linear transfer function. White has the value 1. */
export const linearSrgb: ColourDescription = { primaries: srgbPrimaries, transfer: { exponent: 1 } };

const ntsc = primariesOf([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]);

/** The colour primaries of ITU-T H.273, table 2. */
const codedPrimaries: Readonly<Record<number, Primaries>> = {
  1: srgbPrimaries,
  4: primariesOf([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], [0.31, 0.316]),
  5: primariesOf([0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: ntsc,
  7: ntsc,
  9: primariesOf([0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  11: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]),
  12: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  22: primariesOf([0.63, 0.34], [0.295, 0.605], [0.155, 0.077]),
};

/**
 * The transfer characteristics of ITU-T H.273, table 3. The transfer characteristics of cameras are left out, because
 * programs show pictures with these characteristics as sRGB.
 */
const codedTransfers: Readonly<Record<number, Transfer>> = {
  4: { exponent: 2.2 },
  5: { exponent: 2.8 },
  8: { exponent: 1 },
  16: 'pq',
  17: { exponent: 2.6 },
  18: 'hlg',
};

/**
 * Returns the description of the colours for two code points of ITU-T H.273. Unknown and unspecified code points mean
 * sRGB.
 */
export function describedByCodes(primaries: number, transfer: number): ColourDescription {
  return {
    primaries: codedPrimaries[primaries] ?? srgbPrimaries,
    transfer: codedTransfers[transfer] ?? 'srgb',
    codes: { primaries, transfer },
  };
}

export const isHdr = ({ transfer }: ColourDescription) => transfer === 'pq' || transfer === 'hlg';

/** Returns whether a picture with these colours looks the same if a program assumes sRGB, as programs do by default. */
export function isSrgb(colours: ColourDescription | undefined): boolean {
  if (!colours) return true;
  const { primaries, transfer } = colours;
  const isUsual =
    transfer === 'srgb' || (typeof transfer === 'object' && Math.abs(transfer.exponent - 2.2) < 0.03);
  return isUsual && samePrimaries(primaries, srgbPrimaries);
}

/** Returns whether the primaries enclose an area. Collinear primaries define no colour space. */
export function encloseArea({ red, green, blue }: Primaries): boolean {
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  return Math.abs(area) > 0.001;
}

/** Tolerance for the rounded numbers in files. */
const tolerance = 0.002;

function samePrimaries(one: Primaries, other: Primaries): boolean {
  return (['red', 'green', 'blue', 'white'] as const).every((name) =>
    [0, 1].every((n) => Math.abs((one[name][n] ?? 0) - (other[name][n] ?? 0)) < tolerance),
  );
}
