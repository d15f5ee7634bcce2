/** What is done to every picture that is encoded anew, as a chain of ffmpeg's filters. */
import type { Options } from '../runtime/options.ts';
import type { PictureStream } from './media.ts';

/**
 * Fields woven together become frames; a high dynamic range is brought down to what an ordinary screen shows; what is
 * clear becomes white.
 */
export function restored({ interlaced, bright, pixelFormat }: PictureStream): string[] {
  return [
    ...(interlaced ? ['yadif=deint=interlaced'] : []),
    ...(bright ? toneMapping : []),
    ...(/^(?:rgba|bgra|argb|abgr|gbrap|ya)/.test(pixelFormat) ? whitened : []),
  ];
}

/** Covering with black is a mere product, and white is black the other way round. */
const whitened = ['format=gbrap', 'negate', 'premultiply=inplace=1', 'negate'];

const toneMapping = [
  'zscale=transfer=linear:npl=203',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
];

/** Colour is kept for every second pixel only, so an odd last row or column has to go. */
export function evened({ width, height }: PictureStream): string[] {
  return width % 2 === 0 && height % 2 === 0 ? [] : ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'];
}

/** The size that was asked for, in even numbers where the coding wants them. */
export function sized(
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
  const scaled = (way: string) =>
    `scale=${w}:${h}:force_original_aspect_ratio=${way}:force_divisible_by=${even ? 2 : 1}`;
  switch (fit) {
    case 'fill':
      return [`scale=${w}:${h}`, 'setsar=1'];
    case 'inside':
      return [scaled('decrease'), 'setsar=1'];
    case 'contain':
      return [scaled('decrease'), `pad=${w}:${h}:(ow-iw)/2:(oh-ih)/2`, 'setsar=1'];
    case 'cover':
      return [scaled('increase'), `crop=${w}:${h}`, 'setsar=1'];
  }
}

/** For images, which have no shape of pixels besides the square. */
export function squared({ square }: PictureStream): string[] {
  return square ? [] : ['scale=trunc(iw*sar+0.5):ih', 'setsar=1'];
}

/** No larger than `side` either way, and no more frames a second than `rate`. */
export function reduced({ framesPerSecond }: PictureStream, side: number, rate: number): string[] {
  return [
    `fps=${framesPerSecond > 0 ? Math.min(framesPerSecond, rate) : rate}`,
    `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease`,
  ];
}

/** Frames of camcorders in the country whose rate is the nearer: the whole picture in one of two shapes, black around it. */
export function dvFrame(stream: PictureStream): string[] {
  const isAmerican = stream.framesPerSecond > 28;
  const [height, rate, pixels] = isAmerican
    ? [480, '30000/1001', 'yuv411p']
    : ([576, '25', 'yuv420p'] as const);
  const [width, shape] =
    stream.width / stream.height > 1.5
      ? [Math.round((height * 16) / 18) * 2, '16/9']
      : [(height * 4) / 3, '4/3'];
  return [
    ...squared(stream),
    `fps=${rate}`,
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
    `scale=720:${height}`,
    `setdar=${shape}`,
    `format=${pixels}`,
  ];
}
