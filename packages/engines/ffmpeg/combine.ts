/** FFmpeg for several recordings or films that become one. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { ffmpegMounts, nodeMounts } from '../runtime/mounts.ts';
import { mediaLimits, mediaTimeBudget } from './limits.ts';

export const ffmpegCombine = defineEngine({
  id: 'ffmpeg-combine',
  title: 'FFmpeg',
  needs: [{ command: 'ffmpeg', debian: 'ffmpeg' }],
  mounts: [...nodeMounts, ...ffmpegMounts],
  edges: [
    {
      reads: ['wav', 'mkv'],
      writes: ['wav', 'mkv'],
      except: ['wav>mkv', 'mkv>wav'],
      cost: 1,
      combines: true,
    },
  ],
  command: (step) => runnerCommand('ffmpeg/runner-combine.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
