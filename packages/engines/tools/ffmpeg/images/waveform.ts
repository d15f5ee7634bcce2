/** Renders audio as a waveform: as a video in sync with the sound, or as one image of the whole recording. */
import { expectedSeconds, missingStream, type MediaAttempt } from '../attempt.ts';
import { ffmpeg } from '../command.ts';
import type { Media } from '../media.ts';
import type { Source } from '../streams/sources.ts';

/** Value of the filter `aformat` that downmixes to 1 or 2 channels. */
const downmix = 'channel_layouts=mono|stereo';

const framesPerSecond = 10;

/**
 * Returns the filter that draws 10 frames per second with broad bars. The bars are aligned with the blocks of video
 * encoders. Finer bars look like noise and would need most of the bits. The sample rate of 48 kHz ensures that each bar
 * represents a whole number of samples. If a bar represented a fraction of a sample, the frames would drift away from
 * the sound.
 */
export function waveformFilter({ ffmpegVersion = Infinity }: Media): string {
  // FFmpeg 7 draws an additional empty frame at the start. Because of the additional frame, all frames are one frame
  // late, and the last frame is missing.
  const isLate = ffmpegVersion >= 7;
  return [
    `aformat=sample_rates=48000:${downmix}`,
    ...(isLate ? [`apad=pad_dur=${1 / framesPerSecond}`] : []),
    `showwaves=size=80x90:rate=${framesPerSecond}:mode=cline:draw=full:scale=sqrt:split_channels=1:colors=0x4fc3f7|0x81d4fa`,
    ...(isLate ? ['trim=start_frame=1', 'setpts=PTS-STARTPTS'] : []),
    'scale=640:360:flags=neighbor',
    'setsar=1',
  ].join(',');
}

/**
 * Maximum time in seconds between the last frame of a waveform video and the end of the audio. FFmpeg 7 reports the
 * time of the last frame as the length of the video.
 */
export const waveformDelay = 4 / framesPerSecond;

export interface WaveformTask {
  media: Media;
  source: Source;
  input: string;
  output: string;
}

const size = '1200x400';

/** The filter `showwavespic` keeps all samples in memory until the end of the audio, so the sample rate is reduced. */
const waveformImageFilter = [
  `aformat=sample_rates=11025:${downmix}`,
  `showwavespic=size=${size}:split_channels=1:filter=peak:colors=0x0277bd|0x0288d1`,
  // Resets the timestamp, because otherwise the waveform of audio that starts late would begin after the end of the
  // background stream.
  'setpts=0',
].join(',');

/**
 * Returns an attempt with two commands: the first decodes the audio to the null output, and the second draws the
 * waveform. The length of the null output shows whether the audio is complete. If a single command wrote the null
 * output and the waveform, FFmpeg 7 would report the length of the shorter output.
 */
export function waveformAttempts({ media, source, input, output }: WaveformTask): MediaAttempt[] {
  const sound = media.sounds.find(({ main }) => main) ?? media.sounds[0];
  if (!sound) throw missingStream(media, 'no_audio');
  const seconds = source.estimatesLength ? undefined : expectedSeconds(media, [sound]);
  const graph = `[0:${sound.index}]${waveformImageFilter}[wave];color=white:size=${size}[paper];[paper][wave]overlay=format=auto`;
  const decode = ffmpeg(source, input, ['-map', `0:${sound.index}`, '-f', 'null', '-']);
  const draw = ffmpeg(source, input, [
    ...['-filter_complex', graph, '-frames:v', '1', '-c:v', 'png', '-pix_fmt', 'rgb24', '-update', '1'],
    ...['-f', 'image2', output],
  ]);
  return [{ commands: [decode, draw], firstIsMeasured: true, ...(seconds !== undefined && { seconds }) }];
}
