/** FFmpeg with the AMR encoders of libavcodec-extra, for the formats of phone recordings. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { mediaLimits, mediaTimeBudget } from './limits.ts';
import { mediaOptions } from './options.ts';
import { audioSources, videoSources } from './sources.ts';
import { ffmpegMounts, nodeMounts } from '../runtime/mounts.ts';

export const ffmpegAmr = defineEngine({
  id: 'ffmpeg-amr',
  title: 'FFmpeg with AMR',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    // The package replaces a library of the same name, so only a library that it alone depends on shows which one is installed.
    { command: '/usr/lib/*/libvo-amrwbenc.so.0', debian: 'libavcodec-extra61' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  edges: [
    { reads: Object.keys(audioSources), writes: ['amr', 'awb'], cost: 1, options: mediaOptions },
    { reads: Object.keys(videoSources), writes: ['amr', 'awb'], cost: 2, options: mediaOptions },
  ],
  command: (step) => runnerCommand('ffmpeg/runner.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
