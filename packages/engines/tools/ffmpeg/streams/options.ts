/** Options of audio and video conversions, by source and target. */
import { formatsOfFamily } from '@protean/formats';
import type { OptionName } from '../../../contract/options.ts';
import { videoSources } from './sources.ts';
import { audioTargets, videoTargets } from './targets.ts';

const span = ['start', 'end'] as const;
const size = ['width', 'height', 'fit'] as const;
const withMaxSize = ['mp3', 'mp4', 'webm', 'webp', 'jpg', 'gif'];
/** Sources that may have several audio tracks. */
const multiTrack = new Set([
  ...Object.keys(videoSources),
  'm4a',
  'm4b',
  ...formatsOfFamily('matroska-audio'),
  'wma',
]);
/** AMR codecs have no settings. */
const amr = ['amr', 'awb'];

/** Returns the options for conversions from an audio or video format to any target of FFmpeg. */
export function mediaOptions(from: string, to: string): readonly OptionName[] {
  const asked = optionsTo(to);
  return audioTargets[to] && multiTrack.has(from) ? [...asked, 'track'] : asked;
}

function optionsTo(to: string): readonly OptionName[] {
  const maxSize = withMaxSize.includes(to) ? (['max_size'] as const) : [];
  if (amr.includes(to)) return span;
  if (videoTargets[to]) {
    return [
      ...(['quality', 'bitrate', ...maxSize, ...size, 'fps', ...span, 'mute'] as const),
      ...(videoTargets[to].picture?.fits ? [] : (['rotate'] as const)),
      ...(['video_codec', 'audio_codec', 'sample_rate', 'channels'] as const),
    ];
  }
  const sound = audioTargets[to]?.sound;
  if (sound) {
    const lossy = sound.coding.rates ? (['quality', 'bitrate', ...maxSize] as const) : [];
    return [...lossy, 'sample_rate', 'channels', ...span];
  }
  switch (to) {
    case 'png':
      return [...size, 'rotate', 'start'];
    case 'jpg':
      return ['quality', ...maxSize, ...size, 'rotate', 'start'];
    case 'apng':
      return [...size, 'rotate', 'fps', ...span];
    default:
      return ['quality', ...maxSize, ...size, 'rotate', 'fps', ...span];
  }
}

/** Options for videos made from animated images. */
export const animationOptions: readonly OptionName[] = [
  ...(['quality', 'bitrate', ...size, 'fps', 'rotate', ...span, 'video_codec'] as const),
];

/** Options for videos that show the waveform of audio. */
export const waveformOptions: readonly OptionName[] = [
  'quality',
  'bitrate',
  'audio_codec',
  'sample_rate',
  'channels',
];
