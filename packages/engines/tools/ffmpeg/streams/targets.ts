/** Properties of each target container: the codecs that are copied, and how other streams are encoded. */
import type { CoverStorage } from '../images/cover.ts';
import { dvFrame } from '../filters.ts';
import type { PictureStream } from '../media.ts';
import { picture, sound, type PictureCoding, type SoundCoding } from './codings.ts';

export interface Target {
  muxer: string;
  flags?: readonly string[];
  sound?: {
    /** Codecs of audio streams that are copied without encoding. */
    keeps: readonly string[];
    coding: SoundCoding;
    /** Whether all audio tracks are selected by default, not only the main track. */
    allTracks?: true;
  };
  picture?: {
    keeps: readonly string[];
    coding: PictureCoding;
    /** Players of this container support H.264 only with 4:2:0 chroma subsampling and 8 bits. */
    only420?: true;
    /** The container needs a constant frame rate. */
    constantRate?: true;
    /** The container supports only the frame rates of film and broadcasting. */
    broadcast?: true;
    /** Filter that scales to a frame size of this container, which supports only a few sizes. */
    fits?: (stream: PictureStream) => string[];
    /** The container can store the rotation of the picture. */
    rotates?: true;
  };
  subtitles?: { keeps: readonly string[]; coding: string };
  /** How the container stores a front cover, if it supports one. */
  cover?: CoverStorage;
}

const audioOnly = (
  muxer: string,
  coding: SoundCoding,
  more: Partial<Target> & { keeps?: readonly string[] } = {},
): Target => {
  const { keeps = [], ...rest } = more;
  return { muxer, sound: { keeps, coding }, ...rest };
};

// The flags select ID3v2.3 instead of FFmpeg's default ID3v2.4, because Windows supports ID3v2.3.
const id3 = ['-id3v2_version', '3'];
const wmas = ['wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice'];
const matroskaSound = [
  ...[
    'aac',
    'mp3',
    'mp2',
    'opus',
    'vorbis',
    'ac3',
    'eac3',
    'dts',
    'truehd',
    'flac',
    'alac',
    'tta',
    'wavpack',
    'wmav2',
  ],
];

const appleSound = audioOnly('ipod', sound.aac, {
  keeps: ['aac', 'alac'],
  flags: ['-movflags', '+faststart'],
  cover: 'stream',
});

export const audioTargets: Readonly<Record<string, Target>> = {
  mp3: audioOnly('mp3', sound.mp3, { keeps: ['mp3'], flags: id3, cover: 'stream' }),
  wav: audioOnly('wav', sound.pcm),
  flac: audioOnly('flac', sound.flac, { keeps: ['flac'], cover: 'stream' }),
  opus: audioOnly('opus', sound.opus, { keeps: ['opus'], cover: 'tag' }),
  ogg: audioOnly('ogg', sound.vorbis, { keeps: ['vorbis'], cover: 'tag' }),
  m4a: appleSound,
  m4r: appleSound,
  m4b: audioOnly('ipod', sound.aac, {
    keeps: ['aac', 'alac'],
    flags: ['-movflags', '+faststart', '-brand', 'M4B '],
    cover: 'stream',
  }),
  aac: audioOnly('adts', sound.aac, { keeps: ['aac'], flags: ['-write_id3v2', '1'] }),
  wma: audioOnly('asf', sound.wma, { keeps: wmas }),
  aiff: audioOnly('aiff', sound.pcmBigEndian, { flags: ['-write_id3v2', '1', ...id3], cover: 'stream' }),
  ac3: audioOnly('ac3', sound.ac3, { keeps: ['ac3'] }),
  eac3: audioOnly('eac3', sound.eac3, { keeps: ['eac3'] }),
  dts: audioOnly('dts', sound.dts, { keeps: ['dts'] }),
  amr: audioOnly('amr', sound.amr, { keeps: ['amr_nb'] }),
  awb: audioOnly('amr', sound.awb, { keeps: ['amr_wb'] }),
  au: audioOnly('au', sound.pcmBigEndian),
  caf: audioOnly('caf', sound.pcm),
  mka: {
    muxer: 'matroska',
    sound: { keeps: matroskaSound, coding: sound.flac, allTracks: true },
  },
  weba: audioOnly('webm', sound.opus, { keeps: ['opus', 'vorbis'] }),
  mp2: audioOnly('mp2', sound.mp2, { keeps: ['mp2'] }),
  wv: audioOnly('wv', sound.wavpack, { keeps: ['wavpack'] }),
  tta: audioOnly('tta', sound.tta, { keeps: ['tta'] }),
  w64: audioOnly('w64', sound.pcm),
  voc: audioOnly('voc', sound.pcmVoc),
};

const faststart = ['-movflags', '+faststart'];
const movText = { keeps: ['mov_text'], coding: 'mov_text' };

export const videoTargets: Readonly<Record<string, Target>> = {
  mp4: {
    muxer: 'mp4',
    flags: faststart,
    picture: { keeps: ['h264', 'hevc', 'av1'], coding: picture.h264, only420: true, rotates: true },
    sound: { keeps: ['aac', 'mp3', 'ac3', 'eac3'], coding: sound.aac, allTracks: true },
    subtitles: movText,
  },
  mov: {
    muxer: 'mov',
    flags: faststart,
    picture: {
      keeps: ['h264', 'hevc', 'prores', 'mjpeg', 'mpeg4'],
      coding: picture.h264,
      only420: true,
      rotates: true,
    },
    sound: {
      keeps: ['aac', 'mp3', 'ac3', 'eac3', 'alac', 'pcm_s16le', 'pcm_s24le'],
      coding: sound.aac,
      allTracks: true,
    },
    subtitles: movText,
  },
  m4v: {
    muxer: 'ipod',
    flags: faststart,
    picture: { keeps: ['h264'], coding: picture.h264, only420: true, rotates: true },
    sound: { keeps: ['aac', 'ac3', 'alac'], coding: sound.aac, allTracks: true },
    subtitles: movText,
  },
  '3gp': {
    muxer: '3gp',
    picture: { keeps: ['h263', 'h264', 'mpeg4'], coding: picture.h264Baseline, only420: true, rotates: true },
    sound: { keeps: ['aac', 'amr_nb', 'amr_wb'], coding: { ...sound.aac, channels: [1, 2] } },
  },
  '3g2': {
    muxer: '3g2',
    picture: { keeps: ['h263', 'h264', 'mpeg4'], coding: picture.h264Baseline, only420: true, rotates: true },
    sound: { keeps: ['aac', 'amr_nb', 'amr_wb'], coding: { ...sound.aac, channels: [1, 2] } },
  },
  mkv: {
    muxer: 'matroska',
    picture: {
      keeps: [
        ...[
          'h264',
          'hevc',
          'av1',
          'vp8',
          'vp9',
          'mpeg4',
          'mpeg1video',
          'mpeg2video',
          'theora',
          'mjpeg',
          'prores',
        ],
        ...['ffv1', 'vc1', 'wmv3', 'wmv2', 'msmpeg4v3'],
      ],
      coding: picture.h264,
    },
    sound: { keeps: [...matroskaSound, 'pcm_s16le', 'pcm_s24le'], coding: sound.aac, allTracks: true },
    subtitles: {
      keeps: ['subrip', 'ass', 'webvtt', 'hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle'],
      coding: 'subrip',
    },
  },
  webm: {
    muxer: 'webm',
    picture: { keeps: ['vp8', 'vp9', 'av1'], coding: picture.vp9 },
    sound: { keeps: ['opus', 'vorbis'], coding: sound.opus, allTracks: true },
    subtitles: { keeps: ['webvtt'], coding: 'webvtt' },
  },
  avi: {
    muxer: 'avi',
    picture: { keeps: ['mpeg4', 'msmpeg4v3', 'mjpeg'], coding: picture.mpeg4, constantRate: true },
    sound: { keeps: ['mp3', 'ac3', 'pcm_s16le'], coding: sound.mp3, allTracks: true },
  },
  flv: {
    muxer: 'flv',
    picture: { keeps: ['h264', 'flv1'], coding: picture.h264, only420: true },
    sound: { keeps: ['aac'], coding: { ...sound.aac, channels: [1, 2] } },
  },
  wmv: {
    muxer: 'asf',
    picture: { keeps: ['wmv1', 'wmv2', 'wmv3', 'vc1'], coding: picture.wmv, constantRate: true },
    sound: { keeps: wmas, coding: sound.wma, allTracks: true },
  },
  // The muxer `vob` writes MPEG-2 program streams. The muxer `mpeg` would write MPEG-1 program streams.
  mpg: {
    muxer: 'vob',
    picture: { keeps: ['mpeg1video', 'mpeg2video'], coding: picture.mpeg2, broadcast: true },
    sound: { keeps: ['mp2'], coding: sound.mp2, allTracks: true },
  },
  vob: {
    muxer: 'vob',
    picture: { keeps: ['mpeg2video'], coding: picture.mpeg2, broadcast: true },
    sound: {
      keeps: ['ac3', 'mp2'],
      coding: { ...sound.ac3, samples: [48_000] },
      allTracks: true,
    },
  },
  ogv: {
    muxer: 'ogv',
    // Writes each packet to a separate Ogg page, so that the page states when the frame is shown and how many repeated
    // frames precede it.
    flags: ['-page_duration', '1'],
    picture: { keeps: ['theora'], coding: picture.theora, constantRate: true },
    sound: { keeps: ['vorbis', 'opus'], coding: sound.vorbis, allTracks: true },
  },
  ts: {
    muxer: 'mpegts',
    picture: { keeps: ['h264', 'hevc', 'mpeg1video', 'mpeg2video'], coding: picture.h264, only420: true },
    sound: { keeps: ['aac', 'mp3', 'mp2', 'ac3', 'eac3'], coding: sound.aac, allTracks: true },
  },
  m2ts: {
    muxer: 'mpegts',
    flags: ['-mpegts_m2ts_mode', '1'],
    picture: { keeps: ['h264', 'mpeg2video'], coding: picture.h264, only420: true },
    sound: { keeps: ['ac3', 'eac3', 'dts'], coding: sound.ac3, allTracks: true },
  },
  dv: {
    muxer: 'dv',
    picture: { keeps: [], coding: picture.dv, fits: dvFrame },
    sound: { keeps: [], coding: sound.pcmPair },
  },
  // Flash supports only the sample rates 44,100 Hz, 22,050 Hz and 11,025 Hz.
  swf: {
    muxer: 'swf',
    picture: { keeps: ['flv1'], coding: picture.sorenson, constantRate: true },
    sound: { keeps: [], coding: { ...sound.mp3, samples: [44_100] } },
  },
  mxf: {
    muxer: 'mxf',
    picture: { keeps: [], coding: picture.mpeg2, broadcast: true },
    sound: { keeps: [], coding: sound.pcm48k, allTracks: true },
  },
};
