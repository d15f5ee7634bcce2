/** FFmpeg's codecs for still and animated images that the image libraries do not support. */
import { strictFfmpeg } from './command.ts';
import { allFrames } from '../../shared/image/animation/delays.ts';
import { codecCommand, decodingEdges, encodingEdges, type Codecs } from '../../shared/image/codec.ts';
import { pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import { defineEngine, runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { pictureMounts } from '../../contract/mounts.ts';

const ffmpeg = [...strictFfmpeg, '-max_pixels', '100000000'];

/**
 * Demuxers that are used only as fallbacks, because other libraries read most files in the formats of these demuxers
 * better.
 */
const fallbackDemuxers: Readonly<Record<string, string>> = {
  dds: 'dds_pipe',
  jp2: 'j2k_pipe',
  j2k: 'j2k_pipe',
  xwd: 'xwd_pipe',
  bmp: 'bmp_pipe',
  tiff: 'tiff_pipe',
  xbm: 'xbm_pipe',
  avif: 'mov',
};

/** If the source has more than 8 bits per channel, intermediate PNGs have 16 bits per channel. */
const codecs: Codecs = {
  decoders: {
    qoi: decode('qoi_pipe'),
    jls: decode('jpegls_pipe'),
    dpx: decode('dpx_pipe'),
    ras: decode('sunrast_pipe'),
    // The first frame of an APNG is an ordinary PNG.
    apng: decode('png_pipe'),
  },
  encoders: {
    qoi: encode('qoi'),
    jls: encode('jpegls', '-pix_fmt', 'rgb24'),
    // FFmpeg's own scaler is off by 1 when it converts 8 bits to 16.
    dpx: encode('dpx', '-vf', 'format=rgb24|rgb48le,zscale,format=gbrp16le', '-pix_fmt', 'rgb48be'),
    // APNG has no FFmpeg command, because sharp writes a PNG, and the runner converts this PNG to an APNG.
    apng: () => ({ feed: 'png' }),
  },
};

/**
 * Decoders that are used only as fallbacks. With these decoders, FFmpeg reads a single page, but other libraries read
 * all pages.
 */
const fallbackCodecs: Codecs = {
  decoders: Object.fromEntries(
    Object.entries(fallbackDemuxers).map(([ext, demuxer]) => [ext, decode(demuxer)]),
  ),
  encoders: {},
};

/** Filters that create a palette for each frame, to keep many colours in animations. */
const palettes =
  'split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=1[p];[b][p]paletteuse=new=1';

/** Direct conversions between animated formats. */
const animations: Readonly<Record<string, (step: Step) => string[]>> = {
  'gif>apng': () => ['-plays', '{plays}', '-f', 'apng'],
  'apng>gif': () => ['-filter_complex', palettes, '-loop', '{plays}', '-f', 'gif'],
  'apng>webp': ({ options }) => [
    ...['-c:v', 'libwebp_anim', '-quality', String(options.quality ?? 85), '-loop', '{plays}', '-f', 'webp'],
  ],
};

export const ffmpegImage = defineEngine({
  id: 'ffmpeg-image',
  title: 'ffmpeg',
  needs: [{ command: 'ffmpeg', debian: 'ffmpeg' }],
  mounts: pictureMounts,
  edges: [
    { reads: ['apng'], writes: ['webp', 'gif'], cost: 2, options: pictureOptions },
    { reads: ['gif'], writes: ['apng'], cost: 2 },
    ...decodingEdges(['qoi', 'jls', 'dpx', 'ras', 'apng'], 2),
    ...encodingEdges(['qoi', 'jls', 'dpx'], { cost: 2 }),
    { reads: ['jpg', 'png', 'avif'], writes: ['apng'], cost: 2 },
    fallback(Object.keys(fallbackDemuxers).filter((ext) => ext !== 'avif')),
    // FFmpeg reads the alpha of an AVIF as another picture.
    { ...fallback(['avif']), loses: ['alpha'] },
  ],
  reasons: pictureReasons,
  command: (step) => {
    const writing = isShownAsItIs(step) ? animations[`${step.from}>${step.to}`]?.(step) : undefined;
    if (!writing)
      return codecCommand(isFallback(step) ? fallbackCodecs : codecs, step, {
        allFrames: animated.includes(step.to),
      });
    return runnerCommand('tools/ffmpeg/images/runner-image.ts', step, {
      command: [...open('{demuxer}', { input: '{input}' }), ...allFrames, ...writing, '-y', step.output],
    });
  },
});

/** Targets that store all frames. For a target that is not listed, only the first frame is decoded. */
const animated = ['gif', 'webp', 'apng'];

/** Returns whether the options leave the frames unchanged. Unchanged frames are converted without sharp. */
const isShownAsItIs = ({ options }: Step) =>
  Object.keys(options).every((name) => name === 'quality' || name === 'strip_metadata');

function fallback(reads: string[]): EdgeDeclaration {
  return { reads, writes: ['png'], cost: 3, fallback: true, options: pictureOptions };
}

const isFallback = ({ from, to }: Step) => to === 'png' && Object.hasOwn(fallbackDemuxers, from);

function open(demuxer: string, { input }: Pick<Step, 'input'>): string[] {
  return [...ffmpeg, '-f', demuxer, '-i', input];
}

function decode(demuxer: string): Codecs['decoders'][string] {
  return ({ input, work }) => {
    const decoded = `${work}/decoded.png`;
    return {
      decoded,
      decode: [
        [...open(demuxer, { input }), '-frames:v', '1', '-f', 'image2', '-update', '1', '-y', decoded],
      ],
    };
  };
}

function encode(codec: string, ...flags: string[]): Codecs['encoders'][string] {
  const from = open('png_pipe', { input: '{page}' });
  return () => ({
    feed: 'png',
    encode: [
      [...from, '-frames:v', '1', '-c:v', codec, ...flags, '-f', 'image2', '-update', '1', '-y', '{result}'],
    ],
  });
}
