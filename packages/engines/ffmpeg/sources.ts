/** How each format that ffmpeg reads is opened: always by a named demuxer, never by what the content looks like. */

import type { Container } from './truncation.ts';

export interface Source {
  demuxer: string;
  /** Its header declares how many bytes there are. */
  container?: Container;
  /** Its tags belong to the sound rather than to the file. */
  tagsOnSound?: true;
  /** Its packets carry too few times to be copied into another container. */
  untimed?: true;
  /** Leaves out frames that repeat the one before, which then have to be put back. */
  skipsFrames?: true;
  /** Frames stay as long as each says, and are counted out at this rate, so that the last one stays as long too. */
  countsOut?: number;
  /** Where its clock jumps, the length it seems to have is wrong. */
  guessesLength?: true;
}

const mov: Source = { demuxer: 'mov' };
const matroska: Source = { demuxer: 'matroska', container: 'ebml' };
const asf: Source = { demuxer: 'asf', container: 'asf' };
const ogg: Source = { demuxer: 'ogg', container: 'ogg', tagsOnSound: true, skipsFrames: true };
const programStream: Source = { demuxer: 'mpeg', untimed: true, guessesLength: true };
const transportStream: Source = { demuxer: 'mpegts', guessesLength: true };
const mpegAudio: Source = { demuxer: 'mp3' };
const amr: Source = { demuxer: 'amr' };

export const audioSources: Readonly<Record<string, Source>> = {
  mp3: mpegAudio,
  mp2: mpegAudio,
  wav: { demuxer: 'wav', container: 'riff' },
  flac: { demuxer: 'flac' },
  ogg,
  opus: ogg,
  m4a: mov,
  m4b: mov,
  m4r: mov,
  aac: { demuxer: 'aac' },
  wma: asf,
  aiff: { demuxer: 'aiff' },
  ac3: { demuxer: 'ac3' },
  eac3: { demuxer: 'eac3' },
  dts: { demuxer: 'dts' },
  amr,
  awb: amr,
  au: { demuxer: 'au' },
  caf: { demuxer: 'caf', container: 'caf' },
  mka: matroska,
  weba: matroska,
  wv: { demuxer: 'wv' },
  tta: { demuxer: 'tta' },
  w64: { demuxer: 'w64', container: 'w64' },
  voc: { demuxer: 'voc', container: 'voc' },
};

export const videoSources: Readonly<Record<string, Source>> = {
  mp4: mov,
  mov,
  m4v: mov,
  '3gp': mov,
  '3g2': mov,
  mkv: matroska,
  webm: matroska,
  avi: { demuxer: 'avi', container: 'riff', untimed: true },
  flv: { demuxer: 'flv', container: 'flv' },
  wmv: asf,
  mpg: programStream,
  vob: programStream,
  ogv: ogg,
  ts: transportStream,
  m2ts: transportStream,
  mxf: { demuxer: 'mxf' },
  dv: { demuxer: 'dv' },
  swf: { demuxer: 'swf', container: 'swf', untimed: true },
};

/** Pictures that move: their clock counts hundredths of a second, of which no player shows every one. */
export const movingSources: Readonly<Record<string, Source>> = {
  gif: { demuxer: 'gif', countsOut: 50 },
  apng: { demuxer: 'apng', countsOut: 50 },
};

/** How a file called `from` is opened; throws where ffmpeg does not read it. */
export function sourceOf(from: string): Source {
  const source = audioSources[from] ?? videoSources[from] ?? movingSources[from];
  if (!source) throw new Error(`ffmpeg does not read ${from}`);
  return source;
}
