/** Flags of avifenc and cjxl for the options of a conversion. */
import type { Options } from '../../contract/options.ts';

/** Flags that allow all quantizers of AVIF, from 0 to 63. The flag `cq-level` chooses one of the allowed quantizers. */
const quantizers = ['min', 'max', 'minalpha', 'maxalpha'].flatMap((name) => [
  `--${name}`,
  name.startsWith('max') ? '63' : '0',
]);

export function avifQuality({ quality = 60 }: Options): string[] {
  const quantizer = Math.round(((100 - quality) * 63) / 100);
  return [...quantizers, '-a', 'end-usage=q', '-a', `cq-level=${quantizer}`];
}

export const jxlQuality = ({ quality = 90, lossless }: Options): string[] =>
  lossless ? ['-d', '0'] : ['-q', String(quality)];
