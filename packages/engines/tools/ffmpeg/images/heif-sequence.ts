/** Decodes the frames of AVIF and HEIC sequences with ffmpeg, because libheif reads only still pictures. */
import { listedPictureDecoders } from '../streams/decoders.ts';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findBox, wholeOf } from '../../../shared/image/boxes.ts';
import { beginning } from '../../../shared/runner/beginning.ts';
import { refuse } from '../../../shared/runner/refuse.ts';
import { maxAnimationPixels, maxPlays } from './animation.ts';
import { framesOfSequence, playsOfSequence } from './avif-boxes.ts';
import { toRgb } from './colours.ts';
import { streamEntries } from '../command.ts';
import { allFrames, shownDelay, storeDelaysIn } from '../../../shared/image/animation/delays.ts';
import { readMedia } from '../media.ts';
import { declareTransparencyIn } from './webp-alpha.ts';

const run = promisify(execFile);

const maxPixels = 100_000_000;

/** Brands of sequences: AV1, HEVC with 8 bits, HEVC with more bits, and any codec. */
const brands = ['avis', 'hevc', 'hevx', 'msf1'];

/** Formats whose files may contain a sequence of pictures. */
const formats = ['avif', 'heic'];

/**
 * Returns whether the brands in the first box declare a sequence. A HEIC file must also have frames, because some
 * programs list sequence brands for still pictures.
 */
export function isHeifSequence(format: string, file: string): boolean {
  if (!formats.includes(format)) return false;
  const head = beginning(file, 256);
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const listed = head.toString('latin1', 8, Math.min(head.length, head.readUInt32BE(0)));
  const isListed = (listed.match(/.{4}/gs) ?? []).some((brand) => brands.includes(brand));
  return isListed && (format === 'avif' || framesOfSequence(readFileSync(file)) > 0);
}

/** Returns whether the file also has a still picture, which libheif shows. */
export function hasStillPicture(file: Buffer): boolean {
  return findBox(file, ['meta'], wholeOf(file)) !== undefined;
}

/** ffmpeg's muxers for the formats of the decoded frames, with the flag for the number of plays. */
const muxers = { webp: '-loop', apng: '-plays' } as const;

const reading = ['-v', 'error', '-protocol_whitelist', 'file', ...listedPictureDecoders, '-f', 'mov'];

interface SequenceDecoding {
  to: keyof typeof muxers;
  /** ffmpeg's flags for encoding the frames. */
  coding?: readonly string[];
  /** Whether to write only the first frame. */
  onlyFirst?: boolean;
}

/**
 * Writes the frames to `output` with their delays and number of plays. Returns true if a high dynamic range was mapped
 * to sRGB.
 */
export async function decodeHeifSequence(
  input: string,
  { to, coding = [], onlyFirst = false }: SequenceDecoding,
  output: string,
): Promise<boolean> {
  const listed = [
    '-show_entries',
    `${streamEntries},nb_frames:packet=stream_index,duration_time`,
    '-of',
    'json',
    '-i',
    input,
  ];
  const { stdout } = await run('/usr/bin/ffprobe', [...reading, ...listed], { maxBuffer: 1e8 });
  const { packets, streams } = JSON.parse(stdout) as Probed;
  const content = await readFile(input);
  const tracks = tracksAmong(streams, framesOfSequence(content));
  const [first] = tracks;
  const { picture } = readMedia(JSON.stringify({ streams: tracks }), '');
  if (!first || !picture) throw new Error('the sequence has no frames');
  const pixels = picture.width * picture.height;
  const frames = onlyFirst ? 1 : Number(first.nb_frames ?? 1);
  if (pixels > maxPixels || pixels * frames > maxAnimationPixels) refuse('too_many_pixels');
  const colours = toRgb(picture).join(',');
  const [main, alpha] = tracks.map(({ index }) => `0:${index}`);
  // A second track contains the alpha of the frames, or thumbnails.
  const filters =
    alpha && content.includes('auxv', 0, 'latin1')
      ? ['-filter_complex', `[${main}]${colours}[colours];[colours][${alpha}]alphamerge`]
      : ['-map', `${main}`, '-vf', colours];
  const opened = ['-nostdin', '-xerror', ...reading, '-max_pixels', String(maxPixels), '-i', input];
  const plays = String(Math.min(maxPlays, playsOfSequence(content)));
  await run('/usr/bin/ffmpeg', [
    ...opened,
    ...filters,
    ...allFrames,
    ...(onlyFirst ? ['-frames:v', '1'] : []),
    ...coding,
    muxers[to],
    plays,
    '-f',
    to,
    '-y',
    output,
  ]);
  const shown = packets.filter(({ stream_index: index }) => index === first.index);
  const delays = shown.map(({ duration_time: duration }) => shownDelay(Number(duration) * 1000));
  await storeDelaysIn(output, to, delays);
  if (to === 'webp') await declareTransparencyIn(output);
  return picture.isHdr;
}

/**
 * Returns the tracks of a sequence: first the frames, then the alpha or the thumbnails of the frames. Omits the still
 * picture of the file, which FFmpeg 7 lists as a stream of one frame.
 */
function tracksAmong(streams: readonly ProbedTrack[], frames: number): readonly ProbedTrack[] {
  const tracks = streams.filter(({ nb_frames: count }) => Number(count) === frames);
  return tracks.length > 0 ? tracks : streams;
}

interface ProbedTrack {
  index: number;
  nb_frames?: string;
}

interface Probed {
  streams: ProbedTrack[];
  packets: { stream_index: number; duration_time: string }[];
}
