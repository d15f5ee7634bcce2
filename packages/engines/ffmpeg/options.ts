/** The options that make sense for sound and video, by what the source and the target are. */
import type { OptionName } from '../runtime/options.ts';
import { audioTargets, videoTargets } from './targets.ts';

const span = ['start', 'end'] as const;
const size = ['width', 'height', 'fit'] as const;
const withMaxSize = ['mp3', 'mp4', 'webm', 'webp', 'jpg'];
/** Made of what the codec of telephones takes, nothing else. */
const telephone = ['amr', 'awb'];

/** For an edge from sound or video to any of what ffmpeg writes. */
export function mediaOptions(_from: string, to: string): readonly OptionName[] {
  const maxSize = withMaxSize.includes(to) ? (['max_size'] as const) : [];
  if (telephone.includes(to)) return span;
  if (videoTargets[to]) {
    return [
      ...(['quality', 'bitrate', ...maxSize, ...size, 'fps', ...span, 'mute'] as const),
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
      return [...size, 'start'];
    case 'jpg':
      return ['quality', ...maxSize, ...size, 'start'];
    case 'gif':
      return [...size, 'fps', ...span];
    default:
      return ['quality', ...maxSize, ...size, 'fps', ...span];
  }
}

/** For a film made of a picture that moves. */
export const silentOptions: readonly OptionName[] = [
  ...(['quality', 'bitrate', ...size, 'fps', ...span, 'video_codec'] as const),
];

/** For a film made of a sound and its drawn wave. */
export const drawnOptions: readonly OptionName[] = [
  'quality',
  'bitrate',
  'audio_codec',
  'sample_rate',
  'channels',
];
