/** OpenEXR: sharp or libvips converts pictures to linear light, and ffmpeg encodes them. */
import { format } from '@protean/formats';
import { single } from '../../shared/image/codec.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pictureMounts, vipsMounts } from '../../contract/mounts.ts';

const compression = ['-c:v', 'exr', '-compression', 'zip16', '-f', 'image2', '-update', '1', '-y'];

export const exr = defineEngine({
  id: 'exr',
  title: 'ffmpeg',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'vips', debian: 'libvips-tools' },
  ],
  mounts: [...pictureMounts, ...vipsMounts],
  edges: [
    { reads: single, writes: ['exr'], cost: 3 },
    { reads: ['tiff'], writes: ['exr'], cost: 3, many: true },
    { reads: ['hdr'], writes: ['exr'], cost: 3 },
  ],
  // A picture is in memory twice, at 4 bytes per sample.
  limits: { memory: 2048 * 1024 * 1024 },
  // With several threads libvips sometimes accepts a truncated file.
  env: { VIPS_CONCURRENCY: '1' },
  command: (step) =>
    step.from === 'hdr'
      ? fromHdr(step)
      : runnerCommand('tools/exr/runner.ts', step, { holds: format(step.to).holds }),
});

/** Band number of each colour plane, in ffmpeg's plane order. */
const bands = { green: '1', blue: '2', red: '0' };

/**
 * Returns the commands for a Radiance file. The commands keep linear light, because a conversion would lose values
 * above white.
 */
function fromHdr({ input, output, work }: Step): string[][] {
  const at = (name: string) => `${work}/${name}`;
  return [
    ['vips', 'radload', input, at('light.v'), '--fail-on', 'error'],
    ['vips', 'scRGB2XYZ', at('light.v'), at('unpacked.v')],
    ['vips', 'XYZ2scRGB', at('unpacked.v'), at('float.v')],
    ...Object.entries(bands).map(([name, band]) => [
      'vips',
      'extract_band',
      at('float.v'),
      at(`${name}.v`),
      band,
    ]),
    ['vips', 'join', at('green.v'), at('blue.v'), at('two.v'), 'vertical'],
    ['vips', 'join', at('two.v'), at('red.v'), at('planes.v'), 'vertical'],
    ['vips', 'rawsave', at('planes.v'), at('planes.raw')],
    ['/bin/sh', '-c', encode, 'sh', at('float.v'), at('planes.raw'), output, ...compression],
  ];
}

/**
 * Passes raw samples from libvips to ffmpeg. A PFM file would be unreliable, because some versions of libvips and
 * ffmpeg disagree on the end of the header and the order of the rows.
 */
const encode = [
  'size=$(vipsheader -f width "$1")x$(vipsheader -f height "$1") planes=$2 output=$3; shift 3',
  'exec ffmpeg -nostdin -v error -xerror -f rawvideo -pix_fmt gbrpf32le -s "$size" -i "$planes" "$@" "$output"',
].join('; ');
