/** Pictures of sound: the wave as it sounds for a film, and the whole of it at once for an image. */
import { expectedSeconds, lack, type MediaAttempt } from './attempt.ts';
import { ffmpeg } from './command.ts';
import type { Media } from './media.ts';
import type { Source } from './sources.ts';

/** One wave, or one for each side, whatever the number of loudspeakers. */
const sides = 'channel_layouts=mono|stereo';

/**
 * Ten frames a second, each of broad bars on the grid of an encoder: finer ones are noise that costs it most of its
 * bits. With this many samples a second each bar stands for a whole number of them, without which the frames would
 * drift from the sound.
 */
export const movingWave = [
  `aformat=sample_rates=48000:${sides}`,
  'showwaves=size=80x90:rate=10:mode=cline:draw=full:scale=sqrt:split_channels=1:colors=0x4fc3f7|0x81d4fa',
  'scale=640:360:flags=neighbor',
  'setsar=1',
].join(',');

export interface WaveTask {
  media: Media;
  source: Source;
  input: string;
  output: string;
}

const size = '1200x400';

/** The filter holds all samples until the end, so there may not be too many a second. */
const wholeWave = [
  `aformat=sample_rates=11025:${sides}`,
  `showwavespic=size=${size}:split_channels=1:filter=peak:colors=0x0277bd|0x0288d1`,
  // A sound that begins later would find the paper gone.
  'setpts=0',
].join(',');

/** The sound is also played to nobody, which tells whether all of it was there. */
export function waveAttempts({ media, source, input, output }: WaveTask): MediaAttempt[] {
  const sound = media.sounds.find(({ main }) => main) ?? media.sounds[0];
  if (!sound) throw lack(media, 'no_audio');
  const seconds = source.guessesLength ? undefined : expectedSeconds(media, [sound]);
  const graph = `[0:${sound.index}]${wholeWave}[wave];color=white:size=${size}[paper];[paper][wave]overlay=format=auto`;
  const command = ffmpeg(source, input, [
    ...['-filter_complex', graph, '-frames:v', '1', '-c:v', 'png', '-pix_fmt', 'rgb24', '-update', '1'],
    ...['-f', 'image2', output, '-map', `0:${sound.index}`, '-f', 'null', '-'],
  ]);
  return [{ commands: [command], ...(seconds !== undefined && { seconds }) }];
}
