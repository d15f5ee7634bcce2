/** Codecs that can be requested by name, and how each is encoded. */
import type { Options } from '../../../contract/options.ts';
import { RefusedError } from '../../../contract/reasons.ts';
import { picture, sound, type PictureCoding, type SoundCoding } from './codings.ts';
import type { Target } from './targets.ts';

interface NamedCodec<Coding> {
  /**
   * Codecs of the encoded stream, by ffmpeg's names. The container must support at least one of the codecs in this
   * list.
   */
  codecs: readonly string[];
  coding: Coding;
}

const pictures: Readonly<
  Record<Exclude<NonNullable<Options['video_codec']>, 'copy'>, NamedCodec<PictureCoding>>
> = {
  h264: { codecs: ['h264'], coding: picture.h264 },
  h265: { codecs: ['hevc'], coding: picture.h265 },
  vp8: { codecs: ['vp8'], coding: picture.vp8 },
  vp9: { codecs: ['vp9'], coding: picture.vp9 },
  av1: { codecs: ['av1'], coding: picture.av1 },
  mpeg4: { codecs: ['mpeg4'], coding: picture.mpeg4 },
};

const sounds: Readonly<
  Record<Exclude<NonNullable<Options['audio_codec']>, 'copy'>, NamedCodec<SoundCoding>>
> = {
  aac: { codecs: ['aac'], coding: sound.aac },
  mp3: { codecs: ['mp3'], coding: sound.mp3 },
  opus: { codecs: ['opus'], coding: sound.opus },
  vorbis: { codecs: ['vorbis'], coding: sound.vorbis },
  ac3: { codecs: ['ac3'], coding: sound.ac3 },
  flac: { codecs: ['flac'], coding: sound.flac },
  pcm: { codecs: ['pcm_s16le', 'pcm_s24le'], coding: sound.pcm },
};

/** Returns the requested coding of the video, or the container's default. */
export function pictureCoding(
  { keeps, coding }: NonNullable<Target['picture']>,
  { video_codec: requested }: Options,
): PictureCoding {
  return requested === undefined || requested === 'copy'
    ? coding
    : supported(pictures[requested], keeps, coding);
}

export function soundCoding(
  { keeps, coding }: NonNullable<Target['sound']>,
  { audio_codec: requested }: Options,
): SoundCoding {
  return requested === undefined || requested === 'copy'
    ? coding
    : supported(sounds[requested], keeps, coding);
}

/** Returns whether a stream with the codec `codec` fulfils the request for the codec `requested`. */
export function isRequested(
  codec: string,
  requested: Options['video_codec'] | Options['audio_codec'],
): boolean {
  if (requested === undefined || requested === 'copy') return true;
  return { ...pictures, ...sounds }[requested].codecs.includes(codec);
}

function supported<Coding>(
  { codecs, coding }: NamedCodec<Coding>,
  keeps: readonly string[],
  containerCoding: Coding,
): Coding {
  if (coding === containerCoding || codecs.some((codec) => keeps.includes(codec))) return coding;
  throw new RefusedError('codec_not_possible');
}
