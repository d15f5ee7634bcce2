/** FFmpeg with the subtitles runner: extracts text subtitle tracks of a video. */
import { decoderReasons } from './streams/decoders.ts';
import { formatsOfFamily } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { mediaLimits, mediaTimeBudget } from './streams/limits.ts';
import { ffmpegMounts, nodeMounts, pythonMounts } from '../../contract/mounts.ts';

export const ffmpegSubtitles = defineEngine({
  id: 'ffmpeg-subtitles',
  title: 'FFmpeg, for subtitles',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  mounts: [...nodeMounts, ...pythonMounts, ...ffmpegMounts],
  reasons: decoderReasons,
  edges: [
    {
      // FFmpeg finds text subtitles only in MP4 and Matroska containers.
      reads: [...formatsOfFamily('mpeg4-video'), ...formatsOfFamily('matroska-video')],
      writes: ['srt', 'vtt', 'ass'],
      cost: 2,
      options: ['track'],
    },
  ],
  command: (step) => runnerCommand('tools/ffmpeg/runner-subtitles.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
