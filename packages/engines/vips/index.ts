/** libvips from the command line, for the codecs that sharp's own build leaves out. */
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import { codecCommand, decodingEdges, encodingEdges, type Codecs } from '../sharp/codec.ts';
import type { Feed } from '../sharp/runner-codec.ts';
import { defineEngine, type Step } from '../runtime/engine.ts';
import { pictureOptions, pictureReasons } from '../sharp/options.ts';
import type { Options } from '../runtime/options.ts';
import { nodeMounts, vipsMounts } from '../runtime/mounts.ts';

const strict = ['--fail-on', 'error'];

const codecs: Codecs = {
  decoders: {
    // Only there has what the camera noted a place that sharp looks at.
    heic: load('heifload', 'png'),
    // What is lossy is decoded to numbers proportional to light where its profile is not a common one.
    jxl: (step) => ({ ...load('jxlload')(step), applyProfile: true }),
    jp2: load('jp2kload'),
    j2k: load('jp2kload'),
    hdr: loadRadiance,
    exr: loadOpenExr,
  },
  encoders: {
    heic: save(
      'heifsave',
      ({ options }) => [
        ...['--compression', 'hevc', '--Q', String(options.quality ?? 65)],
        ...exactly(options),
      ],
      // A TIFF as sharp writes it has no room for what the camera noted.
      'png',
    ),
    jxl: save(
      'jxlsave',
      ({ options }) => [...['--effort', '5', '--Q', String(options.quality ?? 90)], ...exactly(options)],
      'png',
    ),
    jp2: save('jp2ksave', ({ options }) => [...['--Q', String(options.quality ?? 60)], ...exactly(options)]),
    hdr: ({ work }) => ({
      feed: 'tiff',
      encode: [
        ['vips', 'colourspace', '{page}', `${work}/light.v`, 'scrgb'],
        ['vips', 'radsave', `${work}/light.v`, '{result}'],
      ],
    }),
  },
};

const coded = ['heic', 'jxl', 'jp2'];
// libvips writes a codestream only within JP2.
const readOnly = ['j2k'];
const light = ['hdr', 'exr'];

export const vips = defineEngine({
  id: 'vips',
  title: 'libvips',
  needs: [{ command: 'vips', debian: 'libvips-tools' }],
  mounts: [...nodeMounts, ...vipsMounts],
  edges: [
    ...decodingEdges([...coded, ...readOnly, ...light], 2),
    ...encodingEdges(coded, { cost: 3 }),
    ...encodingEdges(['hdr'], { cost: 3 }),
    { reads: [...coded, ...readOnly, ...light], writes: coded, cost: 4, options: pictureOptions },
    { reads: [...coded, ...readOnly, 'exr'], writes: ['hdr'], cost: 3 },
  ],
  reasons: pictureReasons,
  // libvips hands what it does not know to ImageMagick.
  // With several threads it now and then calls a file read that was cut off.
  env: { MAGICK_CONFIGURE_PATH: `${sandboxPaths.engines}/imagemagick/policy`, VIPS_CONCURRENCY: '1' },
  command: (step) => (step.from === 'exr' && step.to === 'hdr' ? exrToHdr(step) : codecCommand(codecs, step)),
});

const exactly = ({ lossless }: Options) => (lossless ? ['--lossless'] : []);

function load(loader: string, feed: 'tiff' | 'png' = 'tiff') {
  return ({ input, work }: Step) => {
    const decoded = `${work}/decoded.${feed}`;
    const written = feed === 'png' ? `${decoded}[compression=0,filter=none]` : decoded;
    return { measure: ['vipsheader', input], decoded, decode: [['vips', loader, input, written, ...strict]] };
  };
}

/** Numbers proportional to light are bent into what screens show. */
function loadRadiance({ input, work }: Step): ReturnType<Codecs['decoders'][string]> {
  const decoded = `${work}/decoded.tif`;
  return {
    measure: ['vipsheader', input],
    decoded,
    decode: [
      ['vips', 'radload', input, `${work}/light.v`, ...strict],
      ['vips', 'colourspace', `${work}/light.v`, decoded, 'rgb16'],
    ],
  };
}

/** As there, with colours that come multiplied by their transparency. */
function loadOpenExr({ input, work }: Step): ReturnType<Codecs['decoders'][string]> {
  const decoded = `${work}/decoded.tif`;
  return {
    measure: ['vipsheader', input],
    decoded,
    decode: [
      ['vips', 'openexrload', input, `${work}/light.v`, ...strict],
      ['vips', 'unpremultiply', `${work}/light.v`, `${work}/clear.v`],
      ['vips', 'colourspace', `${work}/clear.v`, `${work}/deep.v`, 'rgb16'],
      // It widens what is opaque to 65280 only.
      ['vips', 'linear', `${work}/deep.v`, `${work}/opaque.v`, '1 1 1 1.00390625', '0 0 0 0'],
      ['vips', 'cast', `${work}/opaque.v`, decoded, 'ushort'],
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

/** From light to light nothing is bent, so that what is brighter than white stays so. */
function exrToHdr({ input, output, work }: Step): string[][] {
  return [
    ['vips', 'openexrload', input, `${work}/light.v`, ...strict],
    ['vips', 'unpremultiply', `${work}/light.v`, `${work}/clear.v`],
    ['vips', 'flatten', `${work}/clear.v`, `${work}/flat.v`, '--background', '1'],
    ['vips', 'radsave', `${work}/flat.v`, output],
  ];
}
