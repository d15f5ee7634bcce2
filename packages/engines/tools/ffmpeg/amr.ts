/** FFmpeg with AMR encoders from libavcodec-extra: writes AMR, a format of phone recordings. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { mediaLimits, mediaTimeBudget } from './streams/limits.ts';
import { mediaOptions } from './streams/options.ts';
import { audioSources, videoSources } from './streams/sources.ts';
import { ffmpegMounts, nodeMounts } from '../../contract/mounts.ts';

export const ffmpegAmr = defineEngine({
  id: 'ffmpeg-amr',
  title: 'FFmpeg with AMR',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    // libavcodec-extra61 and libavcodec61 install the same file name for libavcodec. libavcodec-extra61 is therefore
    // detected by a library that only this package requires.
    { command: '/usr/lib/*/libvo-amrwbenc.so.0', debian: 'libavcodec-extra61' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  edges: [
    { reads: Object.keys(audioSources), writes: ['amr', 'awb'], cost: 1, options: mediaOptions },
    { reads: Object.keys(videoSources), writes: ['amr', 'awb'], cost: 2, options: mediaOptions },
  ],
  command: (step) => runnerCommand('tools/ffmpeg/runner.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
