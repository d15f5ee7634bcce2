/** FFmpeg: copies the packets that are left of a film or a sound. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { ffmpegMounts, nodeMounts } from '../runtime/mounts.ts';
import { mediaLimits, mediaTimeBudget } from '../ffmpeg/limits.ts';
import { audioSources, videoSources } from '../ffmpeg/sources.ts';
import { repairing, terms } from './terms.ts';

const media = [...Object.keys(audioSources), ...Object.keys(videoSources)];

export const repairMedia = defineEngine({
  ...terms,
  id: 'repair-media',
  title: 'FFmpeg, past what it cannot decode',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
  passes: repairing(media.filter((ext) => ext !== 'swf')),
  command: (step) => runnerCommand('repair/runner-media.ts', step),
});
