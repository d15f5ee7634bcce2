/** Builds chains of ffmpeg filters for encoded video. */
import type { Options } from '../../contract/options.ts';
import type { PictureStream } from './media.ts';

export function deinterlaced({ interlaced }: PictureStream): string[] {
  return interlaced ? ['yadif=deint=interlaced'] : [];
}

/**
 * Returns a filter that makes width and height even, as chroma subsampling requires. If a side is odd, the filter crops
 * the last row or column. If a side has only 1 pixel, the filter doubles the side.
 */
export function evenSides({ width, height }: PictureStream): string[] {
  const [w, h] = [width, height].map((side) => Math.max(2, side));
  const doubled = width < 2 || height < 2 ? [`scale=${w}:${h}:flags=neighbor`] : [];
  if (width % 2 === 0 && height % 2 === 0) return doubled;
  return [...doubled, 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'];
}

/** Returns the approximate size that {@link scaled} produces. */
export function scaledSize(
  stream: Pick<PictureStream, 'width' | 'height'>,
  { width, height }: Pick<Options, 'width' | 'height'>,
): { width: number; height: number } {
  const ratio = stream.width / stream.height;
  return {
    width: width ?? (height === undefined ? stream.width : height * ratio),
    height: height ?? (width === undefined ? stream.height : width / ratio),
  };
}

/** Returns the filters that rotate clockwise by the requested angle. */
export function turned({ rotate }: Pick<Options, 'rotate'>): string[] {
  return rotate === undefined ? [] : [...turns[rotate]];
}

const turns = { 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const;

/** Returns the filters that scale to the requested size. If `even` is true, width and height of the result are even. */
export function scaled(
  { width, height, fit = 'inside' }: Pick<Options, 'width' | 'height' | 'fit'>,
  even: boolean,
): string[] {
  if (width === undefined && height === undefined) return [];
  const side = (pixels: number) => (even ? Math.max(2, pixels - (pixels % 2)) : pixels);
  const free = even ? -2 : -1;
  if (width === undefined || height === undefined) {
    return [
      `scale=${width === undefined ? free : side(width)}:${height === undefined ? free : side(height)}`,
      'setsar=1',
    ];
  }
  const [w, h] = [side(width), side(height)];
  const scale = (mode: string) =>
    `scale=${w}:${h}:force_original_aspect_ratio=${mode}:force_divisible_by=${even ? 2 : 1}`;
  switch (fit) {
    case 'fill':
      return [`scale=${w}:${h}`, 'setsar=1'];
    case 'inside':
      return [scale('decrease'), 'setsar=1'];
    case 'contain':
      return [scale('decrease'), `pad=${w}:${h}:(ow-iw)/2:(oh-ih)/2`, 'setsar=1'];
    case 'cover':
      return [scale('increase'), `crop=${w}:${h}`, 'setsar=1'];
  }
}

/**
 * Returns the filter that shows the last frame until the end of the stream. Without this filter, FFmpeg 7 would show
 * the last frame of a stream that omits repeated frames only as long as the preceding frame.
 */
export function untilEnd({ seconds }: PictureStream, { start = 0 }: Pick<Options, 'start'>): string[] {
  return seconds === undefined ? [] : [`trim=end=${Math.max(0, seconds - start)}`];
}

/**
 * Frame rates, in frames per second. In a video with a frame rate below `slow`, viewers notice if the duration of the
 * last frame is wrong. `usual` is the frame rate of most videos.
 */
const slow = 5;
const usual = 25;

/**
 * Returns the frame rate for encoding a slow video, such as a slide show. The rate is a multiple of the video's rate,
 * so that each frame is encoded several times. FFmpeg would lose the duration of a last frame that is encoded only
 * once. Returns undefined for a video that is not slow, because such a video keeps its frame rate.
 */
export function rateOfSlow({ framesPerSecond }: PictureStream): number | undefined {
  const isSlow = framesPerSecond > 0 && framesPerSecond < slow;
  return isSlow ? framesPerSecond * Math.ceil(usual / framesPerSecond) : undefined;
}

/** Returns filters that make pixels square, as images need. */
export function squarePixels({ squarePixels: isSquare }: PictureStream): string[] {
  return isSquare ? [] : ['scale=trunc(iw*sar+0.5):ih', 'setsar=1'];
}

/** Returns the filters that limit both sides to `side` pixels and the frame rate to `rate`. */
export function limited(stream: PictureStream, side: number, rate: number): string[] {
  const { framesPerSecond, peakRate = 0 } = stream;
  // If the frames of an animation have individual durations, a filter with the average frame rate would drop frames.
  // The filter therefore uses the highest frame rate.
  const own = Math.max(rateOfSlow(stream) ?? framesPerSecond, peakRate);
  return [
    `fps=${own > 0 ? Math.min(own, rate) : rate}`,
    `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease`,
  ];
}

/**
 * Returns filters that produce DV frames in 4:3 or 16:9. Chooses NTSC or PAL by the nearer frame rate. The whole
 * picture stays visible, with black bars if needed.
 */
export function dvFrame(stream: PictureStream): string[] {
  const isNtsc = stream.framesPerSecond > 28;
  const [height, rate, pixels] = isNtsc ? [480, '30000/1001', 'yuv411p'] : ([576, '25', 'yuv420p'] as const);
  const [width, shape] =
    stream.width / stream.height > 1.5
      ? [Math.round((height * 16) / 18) * 2, '16/9']
      : [(height * 4) / 3, '4/3'];
  return [
    ...squarePixels(stream),
    `fps=${rate}`,
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
    `scale=720:${height}`,
    `setdar=${shape}`,
    `format=${pixels}`,
  ];
}
