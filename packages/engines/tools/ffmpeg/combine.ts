/** FFmpeg, as an engine that joins several recordings or videos into one. */
import { decoderReasons } from './streams/decoders.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { ffmpegMounts, nodeMounts } from '../../contract/mounts.ts';
import { mediaLimits, mediaTimeBudget } from './streams/limits.ts';

export const ffmpegCombine = defineEngine({
  id: 'ffmpeg-combine',
  title: 'FFmpeg',
  needs: [{ command: 'ffmpeg', debian: 'ffmpeg' }],
  mounts: [...nodeMounts, ...ffmpegMounts],
  reasons: decoderReasons,
  edges: [
    {
      reads: ['wav', 'mkv'],
      writes: ['wav', 'mkv'],
      except: ['wav>mkv', 'mkv>wav'],
      cost: 1,
      combines: true,
    },
  ],
  command: (step) => runnerCommand('tools/ffmpeg/runner-combine.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
