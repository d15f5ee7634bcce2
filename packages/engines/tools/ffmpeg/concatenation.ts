/** Builds the filters and encoders that join several recordings or videos in sequence. */
import { picture, sound } from './streams/codings.ts';
import { toCommonColours } from './images/colours.ts';
import type { Media } from './media.ts';

const rate = 48_000;

const even = (pixels: number) => Math.max(2, pixels - (pixels % 2));

/**
 * Returns the flags after the inputs. Sound gets the highest sample rate, channel count and bit depth of all inputs.
 * With `video`, the video gets the size and frame rate of the first input with video. A video whose aspect ratio
 * differs from the first video gets black bars. An input without video gets black frames, and an input without sound
 * gets silence. A high dynamic range is mapped to the standard range.
 */
export function concatenation(media: readonly Media[], { video }: { video: boolean }): string[] {
  return video ? videoFlags(media) : soundFlags(media);
}

function soundFlags(media: readonly Media[]): string[] {
  const streams = media.map(({ sounds }) => sounds.find(({ main }) => main) ?? sounds[0]);
  const missing = streams.findIndex((stream) => !stream);
  if (missing !== -1) throw new Error(`file ${missing + 1} has no sound`);
  const known = streams.filter((stream) => stream !== undefined);
  const samples = Math.max(...known.map((stream) => stream.rate));
  const channels = Math.max(...known.map((stream) => stream.channels));
  const alike = `aformat=sample_rates=${samples}:channel_layouts=${layouts[channels] ?? 'stereo'}`;
  const filters = known.map(({ index }, n) => `[${n}:${index}]${alike}[a${n}]`);
  const joined = `${known.map((_, n) => `[a${n}]`).join('')}concat=n=${known.length}:v=0:a=1[a]`;
  const { flags, deep = flags } = sound.pcm;
  return [
    '-filter_complex',
    [...filters, joined].join(';'),
    '-map',
    '[a]',
    ...(known.some(({ depth }) => depth > 16) ? deep : flags),
  ];
}

/** FFmpeg's layout names by number of channels. */
const layouts: Readonly<Record<number, string>> = {
  ...{ 1: 'mono', 2: 'stereo', 3: '3.0', 4: 'quad', 5: '5.0', 6: '5.1', 7: '6.1', 8: '7.1' },
};

function videoFlags(media: readonly Media[]): string[] {
  const first = media.find((one) => one.picture)?.picture;
  const hasSound = media.some(({ sounds }) => sounds.length > 0);
  if (!first && !hasSound) throw new Error('no file has pictures or sound');
  const filters = media.flatMap((one, n) => [
    ...(first ? [`${pictureFilter(one, n, first)}[v${n}]`] : []),
    ...(hasSound ? [`${soundFilter(one, n)}[a${n}]`] : []),
  ]);
  const pads = media.map((_, n) => `${first ? `[v${n}]` : ''}${hasSound ? `[a${n}]` : ''}`).join('');
  const ends = [...(first ? ['[v]'] : []), ...(hasSound ? ['[a]'] : [])];
  const joined = `${pads}concat=n=${media.length}:v=${first ? 1 : 0}:a=${hasSound ? 1 : 0}${ends.join('')}`;
  const { flags, quality } = picture.h264;
  return [
    ...['-filter_complex', [...filters, joined].join(';')],
    ...ends.flatMap((end) => ['-map', end]),
    // Uses a high quality, because the result is encoded a second time if the target is not Matroska.
    ...(first ? [...flags, quality.flag, '18'] : []),
    ...(hasSound ? [...sound.aac.flags, '-b:a', '256k'] : []),
  ];
}

type Picture = NonNullable<Media['picture']>;

function pictureFilter({ picture: own, ...media }: Media, n: number, first: Picture): string {
  const [width, height] = [even(first.width), even(first.height)];
  const frames = Math.min(60, first.framesPerSecond || 25);
  const colours = toCommonColours(own, { width, height }).join(',');
  if (!own) return `color=black:s=${width}x${height}:r=${frames}:d=${secondsOf(media)},${colours}`;
  return [
    `[${n}:${own.index}]setpts=PTS-STARTPTS`,
    colours,
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1',
    `fps=${frames}`,
  ].join(',');
}

function soundFilter({ sounds, picture: pictures, seconds }: Media, n: number): string {
  const own = sounds.find(({ main }) => main) ?? sounds[0];
  const alike = `aresample=${rate},aformat=sample_fmts=fltp:channel_layouts=stereo`;
  if (own) return `[${n}:${own.index}]asetpts=PTS-STARTPTS,${alike}`;
  const silent = seconds ?? pictures?.seconds ?? 1;
  return `anullsrc=r=${rate}:cl=stereo:d=${silent},${alike}`;
}

function secondsOf({ seconds, sounds }: Omit<Media, 'picture'>): number {
  return seconds ?? sounds[0]?.seconds ?? 1;
}
