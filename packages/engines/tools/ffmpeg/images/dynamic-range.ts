/** Builds ffmpeg filters and commands that map high dynamic range (HDR) colours to sRGB. */
import { strictFfmpeg } from '../command.ts';

/** Colours as code points of ITU-T H.273, or as ffmpeg's names. */
export interface CodedColours {
  primaries: number | string;
  transfer: number | string;
  matrix?: string;
  range?: string;
  hasAlpha?: boolean;
}

/**
 * Luminance of reference white in cd/m² (ITU-R BT.2408). Tone mapping converts reference white to the 8-bit value 247.
 */
const referenceWhite = 203;

/** The highest luminance of PQ relative to reference white. */
const peak = 10_000 / referenceWhite;

/** Luminance, relative to reference white, above which tone mapping changes colours. */
export const knee = 0.85;

/**
 * Returns filters that convert to RGB with the transfer function of sRGB. Colours below 85% of reference white do not
 * change. The curve `mobius` compresses brighter colours into the remaining range. Red, green and blue are scaled by
 * the same factor, which keeps hues.
 */
export function toStandardRange(colours: CodedColours): string[] {
  return [...toLinear(colours), `tonemap=mobius:param=${knee}:desat=0:peak=${peak.toFixed(2)}`, toSrgb];
}

/** Returns filters that convert colours with wide primaries and a standard dynamic range to sRGB. */
export function toStandardPrimaries(colours: CodedColours): string[] {
  return [...toLinear(colours), toSrgb];
}

/** Returns filters that convert to linear light with the primaries of sRGB. Reference white is 1. */
export function toLinear({
  primaries,
  transfer,
  matrix = 'gbr',
  range = 'pc',
  hasAlpha,
}: CodedColours): string[] {
  const input = `primariesin=${primaries}:transferin=${transfer}:matrixin=${matrix}:rangein=${range}`;
  const output = `primaries=bt709:transfer=linear:matrix=gbr:range=pc:npl=${referenceWhite}:agamma=false`;
  return [`zscale=${input}:${output}`, hasAlpha ? 'format=gbrapf32le' : 'format=gbrpf32le'];
}

const toSrgb = 'zscale=transfer=iec61966-2-1:primaries=bt709:matrix=gbr:range=pc:agamma=false';

/** Returns the command that maps the PNG `from` to the standard range and writes it to the PNG `to`. */
export function toneMapped(from: string, colours: CodedColours, to: string): string[] {
  return [
    ...strictFfmpeg,
    ...['-f', 'png_pipe', '-i', from, '-vf', toStandardRange(colours).join(','), '-frames:v', '1'],
    ...['-f', 'image2', '-update', '1', '-y', to],
  ];
}
