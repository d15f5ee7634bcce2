/** Reads the colours that a bitmap of version 4 or 5 declares as numbers: primaries, white and gamma. */
import {
  srgbPrimaries,
  type ColourDescription,
  type Point,
} from '../../../shared/image/colour/description.ts';

/** Length of the file header, which precedes the bitmap header. */
const fileHeader = 14;
const version4 = 108;
const calibrated = 0;
const [colourSpaceAt, endpointsAt, gammaAt] = [56, 60, 96].map((at) => fileHeader + at) as [
  number,
  number,
  number,
];

/** Returns the declared colours, or undefined if the file declares sRGB, an ICC profile or invalid numbers. */
export function coloursOfBmp(file: Buffer): ColourDescription | undefined {
  if (file.length < fileHeader + version4 || file.readUInt32LE(fileHeader) < version4) return undefined;
  if (file.readUInt32LE(colourSpaceAt) !== calibrated) return undefined;
  const exponent = file.readUInt32LE(gammaAt) / 2 ** 16;
  const tristimulus = [0, 12, 24].map((at) =>
    [0, 4, 8].map((part) => file.readInt32LE(endpointsAt + at + part) / 2 ** 30),
  );
  const sum = [0, 1, 2].map((part) => total(tristimulus.map((one) => one[part] ?? 0)));
  const [red, green, blue, white] = [...tristimulus, sum].map(chromaticity);
  if (!red || !green || !blue || !white || exponent <= 0) return undefined;
  // Many programs write chromaticities (x + y + z = 1) instead of XYZ values. The chromaticities of red, green and blue
  // do not determine the white point, so the white point of sRGB is used.
  const areChromaticities = tristimulus.every((one) => Math.abs(total(one) - 1) < 0.001);
  const primaries = { red, green, blue, white: areChromaticities ? srgbPrimaries.white : white };
  return { primaries, transfer: { exponent } };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function chromaticity([x = 0, y = 0, z = 0]: readonly number[]): Point | undefined {
  const sum = total([x, y, z]);
  return sum > 0 ? [x / sum, y / sum] : undefined;
}
