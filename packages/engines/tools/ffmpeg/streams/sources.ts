/** How each source format is opened: always with an explicit demuxer, never by probing the content. */
import { formatsOfFamily } from '@protean/formats';
import type { Family } from '@protean/formats/format.ts';
import { readFileSync } from 'node:fs';
import { beginning } from '../../../shared/runner/beginning.ts';
import type { Container } from './truncation.ts';

export interface Source {
  demuxer: string;
  /** Type of container. Set only for containers that show whether the end of the file is missing. */
  container?: Container;
  /** The tags are stored in the audio stream, not in the file. */
  tagsOnSound?: true;
  /**
   * The packets lack timestamps, so video cannot be copied into another container, and audio can be copied only from a
   * file without video.
   */
  untimed?: true;
  /** Files of this format omit repeated frames, which must be restored. */
  skipsFrames?: true;
  /**
   * Frame rate for encoding a format whose frames have individual durations. FFmpeg repeats frames to reach this frame
   * rate. The last frame keeps its duration.
   */
  constantRate?: number;
  /** ffprobe estimates the length from timestamps, which may jump. */
  estimatesLength?: true;
  /**
   * How a file without a container is opened. A file without a container begins with the bytes `begins` (in hexadecimal
   * digits).
   */
  bare?: { begins: string; source: Source };
}

const each = (family: Family, source: Source): Record<string, Source> =>
  Object.fromEntries(formatsOfFamily(family).map((ext) => [ext, source]));

const mov: Source = { demuxer: 'mov', container: 'iso-media' };
const matroska: Source = { demuxer: 'matroska', container: 'ebml' };
const asf: Source = { demuxer: 'asf', container: 'asf' };
const ogg: Source = { demuxer: 'ogg', container: 'ogg', tagsOnSound: true, skipsFrames: true };
const programStream: Source = { demuxer: 'mpeg', untimed: true, estimatesLength: true };
/** MPEG-1 or MPEG-2 video without a container, which often has the extension .mpg too. */
const mpegVideo: Source = { ...programStream, demuxer: 'mpegvideo' };
const transportStream: Source = { demuxer: 'mpegts', estimatesLength: true };
const mpegAudio: Source = { demuxer: 'mp3' };
const amr: Source = { demuxer: 'amr' };

export const audioSources: Readonly<Record<string, Source>> = {
  mp3: mpegAudio,
  mp2: mpegAudio,
  wav: { demuxer: 'wav', container: 'riff' },
  flac: { demuxer: 'flac' },
  ogg,
  opus: ogg,
  ...each('mpeg4-audio', mov),
  aac: { demuxer: 'aac' },
  wma: asf,
  ra: { demuxer: 'rm' },
  aiff: { demuxer: 'aiff' },
  ac3: { demuxer: 'ac3' },
  eac3: { demuxer: 'eac3' },
  dts: { demuxer: 'dts' },
  amr,
  awb: amr,
  au: { demuxer: 'au' },
  caf: { demuxer: 'caf', container: 'caf' },
  ...each('matroska-audio', matroska),
  wv: { demuxer: 'wv' },
  ape: { demuxer: 'ape' },
  tta: { demuxer: 'tta' },
  w64: { demuxer: 'w64', container: 'w64' },
  voc: { demuxer: 'voc', container: 'voc' },
};

export const videoSources: Readonly<Record<string, Source>> = {
  ...each('mpeg4-video', mov),
  ...each('matroska-video', matroska),
  avi: { demuxer: 'avi', container: 'riff', untimed: true },
  flv: { demuxer: 'flv', container: 'flv' },
  wmv: asf,
  rm: { demuxer: 'rm' },
  wtv: { demuxer: 'wtv' },
  mpg: { ...programStream, bare: { begins: '000001b3', source: mpegVideo } },
  vob: programStream,
  ogv: ogg,
  ts: transportStream,
  m2ts: transportStream,
  mxf: { demuxer: 'mxf' },
  dv: { demuxer: 'dv' },
  swf: { demuxer: 'swf', container: 'swf', untimed: true },
};

/**
 * Formats of animated images. A video that is made from an animated image gets a constant frame rate, because most
 * animated images have frame times in units of 0.01 s, which video players do not reproduce exactly.
 */
export const animationSources: Readonly<Record<string, Source>> = {
  gif: { demuxer: 'gif', constantRate: 50 },
  apng: { demuxer: 'apng', constantRate: 50 },
};

/** Returns how a file of the format `from` is opened. @throws if ffmpeg does not read the format. */
export function sourceOf(from: string): Source {
  const source = audioSources[from] ?? videoSources[from] ?? animationSources[from];
  if (!source) throw new Error(`ffmpeg does not read ${from}`);
  return source;
}

/** Returns how an APNG is opened. An APNG without an animation is a PNG, which FFmpeg opens with another demuxer. */
export const apngSource = (file: Buffer): Source =>
  file.includes('acTL') ? sourceOf('apng') : { demuxer: 'png_pipe' };

/** Returns how `file`, of the format `from`, is opened. @throws like {@link sourceOf}. */
export function sourceOfFile(from: string, file: string): Source {
  if (from === 'apng') return apngSource(readFileSync(file));
  const source = sourceOf(from);
  const { bare } = source;
  return bare && beginning(file, bare.begins.length / 2).toString('hex') === bare.begins
    ? bare.source
    : source;
}
