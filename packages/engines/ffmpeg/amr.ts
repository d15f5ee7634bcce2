/** ffmpeg with the fuller build of its codecs, which alone writes what telephones record. */
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
    // It replaces a library of the same name, so only what it alone depends on tells which of the two is here.
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
