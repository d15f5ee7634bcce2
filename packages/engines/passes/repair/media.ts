/** Declares the engine that repairs video and audio: copies all readable packets with FFmpeg. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { ffmpegMounts, nodeMounts } from '../../contract/mounts.ts';
import { mediaLimits, mediaTimeBudget } from '../../tools/ffmpeg/streams/limits.ts';
import { audioSources, videoSources } from '../../tools/ffmpeg/streams/sources.ts';
import { repairing, repairEngine } from './repair-engine.ts';

const media = [...Object.keys(audioSources), ...Object.keys(videoSources)];

export const repairMedia = defineEngine({
  ...repairEngine,
  id: 'repair-media',
  title: 'File repair (FFmpeg)',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
  passes: repairing(media.filter((ext) => ext !== 'swf')),
  command: (step) => runnerCommand('passes/repair/runner-media.ts', step),
});
