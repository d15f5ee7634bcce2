/** libvips on the command line: reads and writes formats whose codecs sharp's build lacks. */
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import {
  codecCommand,
  decodingEdges,
  encodingEdges,
  oneFrameEdge,
  type Codecs,
  type Feed,
} from '../../shared/image/codec.ts';
import { defineEngine, type Step } from '../../contract/engine.ts';
import { pictureMemory, pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import type { Options } from '../../contract/options.ts';
import { binaries, pictureMounts, vipsMounts } from '../../contract/mounts.ts';

const strict = ['--fail-on', 'error'];

export const vipsDecoders: Codecs['decoders'] = {
  // HEIC is decoded to PNG, because sharp finds the metadata and the density in a PNG.
  heic: load('heifload', 'png'),
  jp2: load('jp2kload', 'png'),
  // The profile of the picture is applied to the pixels, because libvips decodes a lossy JPEG XL to linear light if the
  // profile is unusual.
  jxl: (step) => ({ ...load('jxlload')(step), decodeFloats: jxlWithFloats(step), applyProfile: true }),
  j2k: load('jp2kload'),
  hdr: loadRadiance,
  exr: loadOpenExr,
};

export const vipsCodecs: Codecs = {
  decoders: vipsDecoders,
  encoders: {
    heic: save(
      'heifsave',
      ({ options }) => [
        ...['--compression', 'hevc', '--Q', String(options.quality ?? 65)],
        ...losslessFlags(options),
      ],
      // The picture is passed as PNG. sharp can write the metadata into a PNG, but not into a TIFF.
      'png',
    ),
    jxl: save(
      'jxlsave',
      ({ options }) => [
        ...['--effort', '5', '--Q', String(options.quality ?? 90)],
        ...losslessFlags(options),
      ],
      'png',
    ),
    jp2: save('jp2ksave', ({ options }) => [
      ...['--Q', String(options.quality ?? 60)],
      ...losslessFlags(options),
    ]),
    hdr: ({ work }) => ({
      feed: 'tiff',
      encode: [
        ['vips', 'colourspace', '{page}', `${work}/light.v`, 'scrgb'],
        ['vips', 'radsave', `${work}/light.v`, '{result}'],
      ],
    }),
  },
};

const formats = ['heic', 'jxl', 'jp2'];
// libvips writes JPEG 2000 only as JP2, not as a bare codestream.
const readOnly = ['j2k'];
const linear = ['hdr', 'exr'];
/** Targets that store all frames of a sequence. */
const animated = ['gif', 'webp', 'apng', 'avif', 'jxl'];

/**
 * libvips passes unknown formats to ImageMagick, so ImageMagick's policy is set too. With several threads, libvips
 * sometimes accepts a truncated file.
 */
export const vipsEnv = {
  MAGICK_CONFIGURE_PATH: `${sandboxPaths.engines}/tools/imagemagick/policy`,
  VIPS_CONCURRENCY: '1',
  // libvips decodes pictures up to this size in memory, and larger pictures to a file in /tmp. `VIPS_DISC_THRESHOLD` is
  // high, because /tmp is too small for decoded pictures. The memory limit of the sandbox applies to pictures of all
  // sizes.
  VIPS_DISC_THRESHOLD: '1g',
} as const;

export const vips = defineEngine({
  id: 'vips',
  title: 'libvips',
  needs: [
    { command: 'vips', debian: 'libvips-tools' },
    // cjxl and djxl store a JPEG in JPEG XL and restore the JPEG.
    ...['cjxl', 'djxl'].map((command) => ({ command, debian: 'libjxl-tools' })),
  ],
  mounts: [...pictureMounts, ...vipsMounts, ...binaries('cjxl')],
  edges: [
    ...decodingEdges([...formats, ...readOnly, ...linear], 2),
    ...encodingEdges([...formats, 'hdr'], { cost: 3 }),
    oneFrameEdge({ reads: [...formats, ...readOnly, ...linear], writes: formats, cost: 4 }),
    { reads: [...formats, ...readOnly, 'exr'], writes: ['hdr'], cost: 3 },
    { reads: ['heic'], writes: ['apng'], cost: 2, options: pictureOptions },
  ],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  env: vipsEnv,
  command: (step) =>
    codecCommand(vipsCodecs, step, { allFrames: step.from === 'heic' && animated.includes(step.to) }),
});

const losslessFlags = ({ lossless }: Options) => (lossless ? ['--lossless'] : []);

function load(loader: string, feed: 'tiff' | 'png' = 'tiff') {
  return ({ input, work }: Step) => {
    const decoded = `${work}/decoded.${feed}`;
    const written = feed === 'png' ? `${decoded}[compression=0,filter=none]` : decoded;
    return { measure: ['vipsheader', input], decoded, decode: [['vips', loader, input, written, ...strict]] };
  };
}

/**
 * Returns the commands for a JPEG XL with floating-point samples. The samples of a JPEG XL are in the colours of its
 * profile and range from 0 to 1. libvips may assume another range of the samples, so the commands scale the samples to
 * 16-bit integers.
 */
const jxlWithFloats = ({ input, work }: Step): string[][] => [
  ['vips', 'jxlload', input, `${work}/floats.v`, ...strict],
  ['vips', 'linear', `${work}/floats.v`, `${work}/wide.v`, '65535', '0'],
  ['vips', 'cast', `${work}/wide.v`, `${work}/deep.v`, 'ushort'],
  ['vips', 'copy', `${work}/deep.v`, `${work}/decoded.tiff`, '--interpretation', '{space}'],
];

/** Returns the commands that decode to linear light, which `tools/sharp/light.ts` converts to sRGB. */
function loadRadiance({ input, work }: Step): ReturnType<Codecs['decoders'][string]> {
  const decoded = `${work}/decoded.tif`;
  return {
    measure: ['vipsheader', input],
    decoded,
    decode: [
      ['vips', 'radload', input, `${work}/light.v`, ...strict],
      ['vips', 'rad2float', `${work}/light.v`, decoded],
    ],
  };
}

/**
 * Returns commands of the same form as {@link loadRadiance}. The commands for OpenEXR also divide the colours by alpha,
 * because OpenEXR stores colours premultiplied with alpha.
 */
function loadOpenExr({ input, work }: Step): ReturnType<Codecs['decoders'][string]> {
  const decoded = `${work}/decoded.tif`;
  return {
    measure: ['vipsheader', input],
    decoded,
    decode: [
      ['vips', 'openexrload', input, `${work}/light.v`, ...strict],
      ['vips', 'unpremultiply', `${work}/light.v`, decoded],
    ],
  };
}

function save(
  saver: string,
  flags: (step: Step) => string[],
  feed: Feed = 'tiff',
): Codecs['encoders'][string] {
  return (step) => ({ feed, encode: [['vips', saver, '{page}', '{result}', ...flags(step)]] });
}
