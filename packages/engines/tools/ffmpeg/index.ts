/**
 * FFmpeg: converts audio and video between containers and codecs. FFmpeg also renders frames of video and waveforms of
 * audio as images.
 */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { animationTimeBudgets, mediaLimits, mediaTimeBudget } from './streams/limits.ts';
import { progressOf } from './progress.ts';
import { waveformOptions, mediaOptions, animationOptions } from './streams/options.ts';
import { audioSources, animationSources, videoSources } from './streams/sources.ts';
import { audioTargets, videoTargets } from './streams/targets.ts';
import { ffmpegMounts, nodeMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

const encoded = Object.keys(audioTargets).filter((ext) => ext !== 'amr' && ext !== 'awb');
const [sounds, videos] = [Object.keys(audioSources), Object.keys(videoSources)];
/** Video formats to which animated images are converted. */
const animationTargets = ['mp4', 'webm', 'mkv', 'mov', 'm4v', 'avi', 'wmv', 'flv', 'mpg', 'ogv'];

export const ffmpeg = defineEngine({
  id: 'ffmpeg',
  title: 'FFmpeg',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  edges: [
    { reads: sounds, writes: encoded, cost: 1, options: mediaOptions },
    { reads: sounds, writes: ['mp4', 'webm', 'mkv'], cost: 6, options: waveformOptions },
    { reads: sounds, writes: ['png'], cost: 3 },
    { reads: videos, writes: encoded, cost: 2, options: mediaOptions },
    { reads: videos, writes: Object.keys(videoTargets), cost: 12, options: mediaOptions },
    { reads: Object.keys(animationSources), writes: animationTargets, cost: 8, options: animationOptions },
    { reads: videos, writes: ['jpg', 'webp', 'png', 'gif'], cost: 4, options: mediaOptions },
    { reads: videos, writes: ['apng'], cost: 5, options: mediaOptions },
    ...sameFormatEdges('ffmpeg'),
  ],
  command: (step) =>
    runnerCommand('tools/ffmpeg/runner.ts', step, {
      holdsAlpha: format(step.target ?? step.to).holds.includes('alpha'),
      holdsTags: format(step.to).holds.includes('tags'),
    }),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
  timeBudgetByFormat: animationTimeBudgets,
  progress: ({ progressLog }) => progressOf(progressLog),
});
