/** How audio and video are encoded, one row per codec: the encoder, its quality scale, and its limits. */
import type { ColourSignal } from '../images/colours.ts';

/** An encoder's quality scale. The option `quality` with 1, 50 and 100 selects `worst`, `usual` and `best`. */
export interface Scale {
  flag: string;
  worst: number;
  usual: number;
  best: number;
}

export interface SoundCoding {
  flags: readonly string[];
  /**
   * Quality scale of the encoder. If the flag is `-b:a`, the values are in kbit/s for 2 channels. If the flag is not
   * `-b:a`, the values are in the encoder's unit.
   */
  quality?: Scale;
  /**
   * Supported bit rates in kbit/s. A list of two values contains the lowest and the highest bit rate. A list of more
   * than two values contains all supported bit rates.
   */
  rates?: readonly number[];
  /** Supported sample rates, if only some are supported. */
  samples?: readonly number[];
  /** Supported numbers of channels, if limited. */
  channels?: readonly number[];
  /** Channel layouts by number of channels, if they differ from ffmpeg's defaults. */
  layouts?: Readonly<Record<number, string>>;
  /** Fills gaps in the source with silence, so that the audio is as long as the video. */
  fills?: true;
  /**
   * Flags that replace `flags` if samples have more than 16 bits. All codings with the property `deep` are lossless.
   */
  deep?: readonly string[];
}

export interface PictureCoding {
  flags: readonly string[];
  quality: Scale;
  /** Additional flags if the caller sets the option `quality`. */
  atQuality?: readonly string[];
  colours: ColourSignal;
  /** Flags for frames with alpha. A flag in `withAlpha` replaces the flag with the same name in `flags`. */
  withAlpha?: readonly string[];
}

const perSecond = (worst: number, usual: number, best: number): Scale => ({
  flag: '-b:a',
  worst,
  usual,
  best,
});

const pcm = (ending: 'le' | 'be'): SoundCoding => ({
  flags: ['-c:a', `pcm_s16${ending}`],
  deep: ['-c:a', `pcm_s24${ending}`],
});

const upToStereo = [1, 2];
const upToSurround = [1, 2, 3, 4, 5, 6];

/**
 * Converts to the nearest channel layout that Opus supports. Most files that need this conversion have 5.1 channels
 * with side speakers. The first timestamp is set to 0, because a container with a coarse time base could round the
 * first timestamp to a negative value. Opus players refuse files with negative timestamps.
 */
const forOpus = [
  'aresample=async=1:first_pts=0',
  'aformat=channel_layouts=mono|stereo|3.0|quad|5.0|5.1|6.1|7.1',
].join(',');

export const sound = {
  mp3: {
    flags: ['-c:a', 'libmp3lame'],
    samples: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
    quality: { flag: '-q:a', worst: 9, usual: 2, best: 0 },
    rates: [8, 320],
    channels: upToStereo,
  },
  aac: {
    flags: ['-c:a', 'aac'],
    quality: perSecond(48, 160, 320),
    rates: [16, 512],
    samples: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
  },
  opus: {
    flags: ['-c:a', 'libopus', '-af', forOpus],
    quality: perSecond(24, 112, 256),
    rates: [8, 510],
    samples: [8_000, 12_000, 16_000, 24_000, 48_000],
    layouts: { 3: '3.0', 4: 'quad' },
  },
  vorbis: {
    flags: ['-c:a', 'libvorbis'],
    quality: { flag: '-q:a', worst: -1, usual: 5, best: 10 },
    rates: [48, 480],
  },
  ac3: {
    flags: ['-c:a', 'ac3'],
    quality: perSecond(96, 224, 640),
    rates: [64, 640],
    samples: [32_000, 44_100, 48_000],
    channels: upToSurround,
  },
  eac3: {
    flags: ['-c:a', 'eac3'],
    quality: perSecond(96, 224, 640),
    rates: [64, 1536],
    samples: [32_000, 44_100, 48_000],
    channels: upToSurround,
  },
  // The encoder is experimental and must be enabled.
  dts: {
    flags: ['-c:a', 'dca', '-strict', '-2'],
    samples: [48_000],
    quality: perSecond(320, 768, 1509),
    rates: [320, 1509],
    channels: [1, 2, 4, 5, 6],
  },
  wma: {
    // The WMA encoder drops the last, incomplete frame of the sound, so silence is appended.
    flags: ['-c:a', 'wmav2', '-af', 'apad=pad_dur=0.07'],
    samples: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
    quality: perSecond(64, 160, 320),
    rates: [32, 320],
    channels: upToStereo,
  },
  mp2: {
    flags: ['-c:a', 'mp2'],
    samples: [44_100],
    quality: perSecond(96, 224, 384),
    rates: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    channels: upToStereo,
  },
  amr: { flags: ['-c:a', 'libopencore_amrnb', '-b:a', '12.2k'], samples: [8_000], channels: [1] },
  awb: { flags: ['-c:a', 'libvo_amrwbenc', '-b:a', '23.85k'], samples: [16_000], channels: [1] },
  flac: { flags: ['-c:a', 'flac', '-sample_fmt', 's16'], deep: ['-c:a', 'flac', '-sample_fmt', 's32'] },
  wavpack: {
    flags: ['-c:a', 'wavpack', '-sample_fmt', 's16p'],
    deep: ['-c:a', 'wavpack', '-sample_fmt', 's32p'],
  },
  tta: { flags: ['-c:a', 'tta', '-sample_fmt', 's16'], deep: ['-c:a', 'tta', '-sample_fmt', 's32'] },
  pcm: pcm('le'),
  pcmBigEndian: pcm('be'),
  pcmVoc: { flags: ['-c:a', 'pcm_s16le'], channels: upToStereo },
  pcmPair: {
    flags: ['-c:a', 'pcm_s16le', '-ac', '2'],
    fills: true,
    samples: [48_000],
    channels: [2],
  },
  pcm48k: { flags: ['-c:a', 'pcm_s16le'], samples: [48_000], channels: upToStereo },
} as const satisfies Readonly<Record<string, SoundCoding>>;

const byQuantizer: Scale = { flag: '-q:v', worst: 24, usual: 4, best: 1 };

/**
 * Flags for frames with alpha. `-auto-alt-ref 0` disables hidden frames that are used only as references, because
 * hidden frames cannot have alpha.
 */
const withAlpha = ['-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'];

const h264 = {
  flags: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
  colours: 'declared',
  quality: { flag: '-crf', worst: 40, usual: 23, best: 12 },
} as const satisfies PictureCoding;

export const picture = {
  h264,
  h265: {
    flags: [
      '-c:v',
      'libx265',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-x265-params',
      'log-level=error',
    ],
    quality: { flag: '-crf', worst: 44, usual: 28, best: 16 },
    colours: 'declared',
  },
  vp8: {
    flags: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'],
    quality: { flag: '-crf', worst: 56, usual: 24, best: 8 },
    atQuality: ['-b:v', '4M'],
    // Containers that support VP8 store the colours of the stream.
    colours: 'declared',
    withAlpha,
  },
  av1: {
    flags: ['-c:v', 'libsvtav1', '-preset', '10', '-pix_fmt', 'yuv420p'],
    quality: { flag: '-crf', worst: 58, usual: 35, best: 18 },
    colours: 'declared',
  },
  h264Baseline: { ...h264, flags: [...h264.flags, '-profile:v', 'baseline'] },
  // With the following flags, VP9 encoding is fast enough for a synchronous response. The slow mode of the encoder
  // takes 10 times as long.
  vp9: {
    flags: [
      ...[
        '-c:v',
        'libvpx-vp9',
        '-deadline',
        'realtime',
        '-cpu-used',
        '7',
        '-row-mt',
        '1',
        '-tile-columns',
        '1',
      ],
      ...['-pix_fmt', 'yuv420p'],
    ],
    quality: { flag: '-crf', worst: 56, usual: 32, best: 12 },
    atQuality: ['-b:v', '0'],
    colours: 'declared',
    withAlpha,
  },
  mpeg4: {
    flags: ['-c:v', 'mpeg4', '-vtag', 'xvid', '-pix_fmt', 'yuv420p'],
    quality: byQuantizer,
    colours: 'by size',
  },
  mpeg2: {
    flags: ['-c:v', 'mpeg2video', '-g', '15', '-bf', '2', '-pix_fmt', 'yuv420p'],
    quality: byQuantizer,
    colours: 'declared',
  },
  // DV has a single quality, because all frames have the same size.
  dv: { flags: ['-c:v', 'dvvideo'], quality: byQuantizer, colours: 'bt601' },
  sorenson: { flags: ['-c:v', 'flv', '-pix_fmt', 'yuv420p'], quality: byQuantizer, colours: 'by size' },
  wmv: { flags: ['-c:v', 'wmv2', '-pix_fmt', 'yuv420p'], quality: byQuantizer, colours: 'by size' },
  theora: {
    flags: ['-c:v', 'libtheora', '-pix_fmt', 'yuv420p'],
    quality: { flag: '-q:v', worst: 1, usual: 7, best: 10 },
    colours: 'by size',
  },
} as const satisfies Readonly<Record<string, PictureCoding>>;
