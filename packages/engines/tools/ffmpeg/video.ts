/** Plans the video stream of a result: whether it is copied and, if not, how it is encoded. */
import type { Options } from '../../contract/options.ts';
import type { MediaAttempt } from './attempt.ts';
import { isRequested, pictureCoding } from './streams/codecs.ts';
import type { PictureCoding } from './streams/codings.ts';
import { onWhite, opaqueRgb, toVideo } from './images/colours.ts';
import { deinterlaced, evenSides, rateOfSlow, scaled, scaledSize, turned, untilEnd } from './filters.ts';
import type { PictureStream } from './media.ts';
import { broadcastRate, onScale } from './images/scale.ts';
import type { Source } from './streams/sources.ts';
import type { Target } from './streams/targets.ts';

export interface VideoTask {
  source: Source;
  target: Target;
  options: Options;
  /** Whether the source has the target's format, so that all its streams can be copied. */
  sameFormat?: boolean;
}

type PictureTarget = NonNullable<Target['picture']>;

export function videoFlags(task: VideoTask, stream: PictureStream, mayCopy: boolean): string[] {
  const { target, source, options } = task;
  if (!target.picture) return [];
  if (isCopied(task, stream, mayCopy)) {
    // Apple's players recognize HEVC only with the tag `hvc1`.
    return ['-c:v', 'copy', ...(stream.codec === 'hevc' && target.picture.rotates ? ['-tag:v', 'hvc1'] : [])];
  }
  const rate =
    source.constantRate ?? (source.skipsFrames ? stream.framesPerSecond : (rateOfSlow(stream) ?? 0));
  const { fps = rate } = options;
  const { broadcast } = target.picture;
  const outputRate = broadcast ? broadcastRate(fps > 0 ? fps : stream.framesPerSecond) : fps;
  const filters = [
    ...(outputRate === 0 ? [] : [`fps=${outputRate}`]),
    ...(source.skipsFrames ? untilEnd(stream, options) : []),
    ...deinterlaced(stream),
    ...shownFilters(task, target.picture, stream),
  ];
  const asked = askedOf(task, target.picture, stream);
  const coding = pictureCoding(target.picture, asked);
  return [
    ...(filters.length > 0 ? ['-vf', filters.join(',')] : []),
    ...encodingFlags(target.picture, asked),
    // The muxer declares alpha if the pixel format has alpha. A copied tag would declare alpha even for flattened
    // frames.
    ...(stream.hasAlpha ? [...(coding.withAlpha ?? []), '-metadata:s:v:0', 'alpha_mode='] : []),
  ];
}

/** Returns filters for background, size and colours. */
function shownFilters(task: VideoTask, picture: PictureTarget, stream: PictureStream): string[] {
  const { options } = task;
  const { withAlpha, colours }: PictureCoding = pictureCoding(picture, askedOf(task, picture, stream));
  const flattens = stream.hasAlpha && !withAlpha;
  const shown = flattens ? opaqueRgb(stream) : stream;
  const size = scaled(options, true);
  const { fits = evenSides } = picture;
  const sized = size.length > 0 && fits === evenSides ? size : fits(stream);
  const coloured = toVideo(shown, colours, scaledSize(stream, options));
  return [
    ...(flattens ? onWhite(stream) : []),
    ...turned(options),
    // The filter for a fixed size also sets the pixel format, so it must come last.
    ...(fits === evenSides ? [...sized, ...coloured] : [...coloured, ...sized]),
  ];
}

/** Returns the changes of the picture that no option requested, such as flattened transparency. */
export function videoChanges(
  task: VideoTask,
  stream: PictureStream,
): Pick<MediaAttempt, 'mapsRange' | 'flattens'> {
  const { picture } = task.target;
  if (!picture) return {};
  const coding: PictureCoding = pictureCoding(picture, askedOf(task, picture, stream));
  return {
    ...(stream.isHdr && { mapsRange: true }),
    ...(stream.hasAlpha && !coding.withAlpha && { flattens: true }),
  };
}

export function isCopied(
  { target, source, options, sameFormat }: VideoTask,
  stream: PictureStream,
  mayCopy: boolean,
): boolean {
  if (!target.picture) return false;
  if (options.video_codec === 'copy') return true;
  const keeps =
    mayCopy && !changesPicture(options, sameFormat) && isRequested(stream.codec, options.video_codec);
  return keeps && (sameFormat === true || (!source.untimed && canCopy(target.picture, stream)));
}

/**
 * Returns the options for encoding. If the format stays the same and the options name no codec, requests the
 * codec of the stream. Does nothing if no option can request the codec of the stream.
 */
function askedOf(
  { options, sameFormat }: VideoTask,
  { keeps }: PictureTarget,
  { codec }: PictureStream,
): Options {
  // AV1 is not listed, because encoding AV1 would take 10 times as long as encoding the default codec.
  const own = new Map([
    ['hevc', 'h265'],
    ['vp8', 'vp8'],
    ['vp9', 'vp9'],
  ] as const).get(codec as 'hevc');
  return sameFormat && own && keeps.includes(codec) ? { video_codec: own, ...options } : options;
}

export function encodingFlags(picture: PictureTarget, options: Options): string[] {
  const { quality, bitrate } = options;
  const coding = pictureCoding(picture, options);
  return [
    ...coding.flags,
    ...(bitrate === undefined
      ? [coding.quality.flag, String(onScale(coding.quality, quality)), ...(coding.atQuality ?? [])]
      : ['-b:v', `${bitrate}k`, '-maxrate:v', `${bitrate}k`, '-bufsize:v', `${bitrate * 2}k`]),
    ...(picture.constantRate ? ['-fpsmax', '60'] : []),
    ...['-threads:v', '2'],
  ];
}

/**
 * Returns whether the options require the video to be encoded. If the format changes, the option `start` requires
 * encoding, because a copied video can begin only at a key frame. If the format stays the same, the result may begin
 * with the key frame before `start`.
 */
function changesPicture(
  { quality, bitrate, width, height, fps, rotate, start = 0 }: Options,
  sameFormat = false,
): boolean {
  const asked = [quality, bitrate, width, height, fps, rotate];
  return (start > 0 && !sameFormat) || asked.some((requested) => requested !== undefined);
}

function canCopy({ keeps, only420, rotates }: PictureTarget, stream: PictureStream): boolean {
  const { codec, pixelFormat, rotated } = stream;
  if (only420 && codec === 'h264' && !['yuv420p', 'yuvj420p'].includes(pixelFormat)) return false;
  return keeps.includes(codec) && (!rotated || rotates === true);
}
