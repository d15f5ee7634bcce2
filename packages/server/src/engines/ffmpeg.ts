/** ffmpeg: sound and video from one container or codec into another, and what can be seen or heard of them. */
import { defineEngine } from './engine.ts';
import { mediaLimits } from './ffmpeg/limits.ts';
import { audioSources, videoSources } from './ffmpeg/sources.ts';
import { audioTargets, videoTargets } from './ffmpeg/targets.ts';
import { hostCommand } from './host.ts';

const encoded = Object.entries(audioTargets).filter(([ext]) => ext !== 'amr' && ext !== 'awb');
const namesWhere = (asked: boolean) =>
  encoded.filter(([, { sound }]) => (sound?.coding.rates !== undefined) === asked).map(([ext]) => ext);

const [lossy, exact] = [namesWhere(true), namesWhere(false)];
const [sounds, videos] = [Object.keys(audioSources), Object.keys(videoSources)];

export const ffmpeg = defineEngine({
  id: 'ffmpeg',
  title: 'FFmpeg',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  edges: [
    { reads: sounds, writes: lossy, cost: 1, options: ['bitrate', 'quality'] },
    { reads: sounds, writes: exact, cost: 1 },
    { reads: sounds, writes: ['mp4', 'webm', 'mkv'], cost: 6, options: ['quality', 'bitrate'] },
    { reads: sounds, writes: ['png'], cost: 3 },
    { reads: videos, writes: lossy, cost: 2, options: ['bitrate', 'quality'] },
    { reads: videos, writes: exact, cost: 2 },
    { reads: videos, writes: Object.keys(videoTargets), cost: 12, options: ['quality', 'bitrate'] },
    { reads: videos, writes: ['jpg', 'webp'], cost: 4, options: ['quality'] },
    { reads: videos, writes: ['png', 'gif'], cost: 4 },
  ],
  command: (step) => hostCommand('media.ts', step),
  limits: mediaLimits,
});
