/**
 * Determines the colour space of a video, and builds the ffmpeg filters that convert its frames to the colour space of
 * a target.
 */
import { toStandardPrimaries, toStandardRange, type CodedColours } from './dynamic-range.ts';
import type { PictureStream } from '../media.ts';

/**
 * How players determine the colour matrix of an encoded video. `declared`: the file declares the matrix. `bt601`: the
 * matrix is always BT.601 for this codec. `by size`: the matrix depends on the picture size.
 */
export type ColourSignal = 'declared' | 'bt601' | 'by size';

type Matrix = 'bt601' | 'bt709' | 'bt2020' | 'fcc' | 'smpte240m';

/**
 * Maps the matrix names that streams declare to the matrices that swscale supports. If a stream declares a matrix that
 * is not listed, players guess the matrix.
 */
const matrices: Readonly<Record<string, Matrix>> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
};

/** The name of each matrix in the declaration of a stream. */
const declaredNames: Readonly<Record<Matrix, string>> = {
  bt601: 'smpte170m',
  bt709: 'bt709',
  bt2020: 'bt2020nc',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
};

const widePrimaries = ['bt2020', 'smpte431', 'smpte432', 'smpte428', 'film', 'bt470m'];

/**
 * Transfer functions of linear light. Samples of linear light are converted to the transfer function of sRGB.
 * Standard-range samples with any other transfer function are treated as sRGB samples, as players do.
 */
const linear = ['linear', 'smpte428'];

const isRgb = ({ pixelFormat }: PictureStream) =>
  /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8)/.test(pixelFormat);

const isGray = ({ pixelFormat }: PictureStream) => /^(?:gray|mono|ya)/.test(pixelFormat);

/** Returns the matrix that players assume if a stream declares none: BT.709 for high definition, otherwise BT.601. */
const matrixOfSize = (width: number, height: number): Matrix =>
  width >= 1280 || height > 576 ? 'bt709' : 'bt601';

const matrixOf = ({ colours: { matrix = '' }, width, height }: PictureStream): Matrix =>
  matrices[matrix] ?? matrixOfSize(width, height);

function rangeOf({ colours: { range }, pixelFormat }: PictureStream): 'tv' | 'pc' {
  return range === 'pc' || pixelFormat.startsWith('yuvj') ? 'pc' : 'tv';
}

/** Returns whether the colour primaries are wider than the sRGB primaries, or the transfer function is linear. */
function isWide({ colours: { primaries = '', transfer = '' } }: PictureStream): boolean {
  return widePrimaries.includes(primaries) || linear.includes(transfer);
}

function codedColours(stream: PictureStream): CodedColours {
  const { primaries, transfer = 'iec61966-2-1', matrix } = stream.colours;
  const hdr = stream.isHdr;
  return {
    primaries: primaries ?? (hdr ? 'bt2020' : 'bt709'),
    // Videos without a high dynamic range are treated as sRGB.
    transfer: hdr || linear.includes(transfer) ? transfer : 'iec61966-2-1',
    matrix: isRgb(stream) ? 'gbr' : (matrix ?? (hdr ? 'bt2020nc' : declaredNames[matrixOf(stream)])),
    range: isRgb(stream) ? 'pc' : rangeOf(stream),
    hasAlpha: stream.hasAlpha,
  };
}

const precise = 'flags=bicubic+accurate_rnd+full_chroma_int';

/** Returns filters that convert to sRGB, with alpha and more than 8 bits if the stream has them. */
export function toRgb(stream: PictureStream): string[] {
  return [...conversionToRgb(stream), `format=${rgbFormat(stream)}`, declaredSrgb];
}

/**
 * Declares the frames as sRGB. Without the declaration as sRGB, the PNG encoder would write the colour space of the
 * video into the PNG, and the picture would look different from the video.
 */
const declaredSrgb = 'setparams=colorspace=gbr:color_primaries=bt709:color_trc=iec61966-2-1:range=pc';

function conversionToRgb(stream: PictureStream): string[] {
  if (stream.isHdr) return toStandardRange(codedColours(stream));
  if (isWide(stream)) return toStandardPrimaries(codedColours(stream));
  if (isRgb(stream) || isGray(stream)) return [];
  return [`scale=in_color_matrix=${matrixOf(stream)}:in_range=${rangeOf(stream)}:${precise}`];
}

function rgbFormat({ hasAlpha, pixelFormat, isHdr }: PictureStream): string {
  const isDeep = isHdr || /(?:9|1[0246])(?:le|be)$|48|64/.test(pixelFormat);
  if (hasAlpha) return isDeep ? 'rgba64le' : 'rgba';
  return isDeep ? 'rgb48le' : 'rgb24';
}

/**
 * Returns filters that convert to RGB on a white background. The filters negate the picture, premultiply the picture
 * with alpha, and negate the picture again. Premultiplying makes transparent pixels black, and the second negation
 * makes transparent pixels white.
 */
export const onWhite = (stream: PictureStream): string[] => [
  ...toRgb(stream),
  ...['format=gbrap', 'negate', 'premultiply=inplace=1', 'negate', 'format=gbrp'],
];

/** Returns the properties of the stream after {@link onWhite}. */
export const opaqueRgb = (stream: PictureStream): PictureStream => ({
  ...stream,
  pixelFormat: 'gbrp',
  isHdr: false,
  hasAlpha: false,
  colours: {},
});

/** Filter that converts RGB to the colours of JPEG files. */
export const toJpeg = `scale=out_color_matrix=bt601:out_range=pc:${precise},format=yuvj420p`;

/**
 * Returns filters that convert to the colours that players expect of a video of the size `size`, and that declare these
 * colours.
 */
export function toVideo(
  stream: PictureStream,
  signal: ColourSignal,
  size: { width: number; height: number },
): string[] {
  const [declared, expected] = [
    matrixOf(stream),
    signal === 'bt601' ? 'bt601' : matrixOfSize(size.width, size.height),
  ];
  const mustBeStandard = stream.isHdr || (isWide(stream) && signal !== 'declared');
  if (mustBeStandard)
    return [...toRgb(stream), ...coded(expected, stream), ...declaration(signal, expected, 'bt709')];
  if (isRgb(stream) || isGray(stream))
    return [...coded(expected, stream), ...declaration(signal, expected, 'bt709')];
  const matrix = signal === 'declared' ? declared : expected;
  if (matrix === declared && rangeOf(stream) === 'tv') return declaration(signal, matrix);
  const [conversion = '', format = ''] = coded(matrix, stream);
  const from = `in_color_matrix=${declared}:in_range=${rangeOf(stream)}`;
  return [`${conversion}:${from}`, format, ...declaration(signal, matrix)];
}

/**
 * Returns filters that convert a video to the pixel format and colours that all joined videos get. The colour matrix
 * depends only on the size of the picture. If `stream` is undefined, the filters are for generated black frames.
 */
export function toCommonColours(
  stream: PictureStream | undefined,
  size: { width: number; height: number },
): string[] {
  const declared = declaration('declared', matrixOfSize(size.width, size.height), 'bt709');
  return [...(stream ? toVideo(stream, 'by size', size) : []), 'format=yuv420p', ...declared];
}

/**
 * Returns filters that convert to YUV with `matrix`. The filters set the pixel format, because otherwise a later filter
 * could convert again with another matrix.
 */
const coded = (matrix: Matrix, { hasAlpha }: PictureStream) => [
  `scale=out_color_matrix=${matrix}:out_range=tv`,
  hasAlpha ? 'format=yuva420p' : 'format=yuv420p',
];

/** Returns a filter that declares the colours of the frames, so that encoders write the declaration to the file. */
function declaration(signal: ColourSignal, matrix: Matrix, others?: string): string[] {
  if (signal !== 'declared') return [];
  const more = others === undefined ? '' : `:color_primaries=${others}:color_trc=${others}`;
  return [`setparams=range=tv:colorspace=${declaredNames[matrix]}${more}`];
}
