/** Detects a second HEVC layer in QuickTime and MP4 files. FFmpeg cannot decode or copy a second HEVC layer. */
import { readMoov } from './tags/moov.ts';

/**
 * Names of 2 boxes: `lhvC` contains the configuration of the second layer, and `vexu` declares 2 views (Apple's
 * specification of stereo video).
 */
const [layerBox, viewsBox] = ['lhvC', 'vexu'];

const withLayers = new Set(['mov', 'mp4', 'm4v']);

/** Returns the text of a warning about the second layer, or undefined if the file has only one layer. */
export function secondLayer({ from, input }: { from: string; input: string }): string | undefined {
  const moov = withLayers.has(from) ? readMoov(input) : undefined;
  if (!moov?.includes(layerBox, 0, 'latin1')) return undefined;
  return moov.includes(viewsBox, 0, 'latin1') ? 'second view' : 'transparency of HEVC';
}
