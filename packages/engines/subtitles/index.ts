/** Our own codecs of subtitles: any format to any other in one step, through cues, and to their text. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { pythonMounts } from '../runtime/mounts.ts';

const all = ['srt', 'vtt', 'ass', 'ssa', 'lrc', 'ttml', 'sbv', 'sub'];

export const subtitles = defineEngine({
  id: 'subtitles',
  title: 'Protean subtitle codecs',
  singleThreaded: true,
  needs: [{ command: 'python3', debian: 'python3' }],
  mounts: pythonMounts,
  edges: [
    { reads: all, writes: [...all, 'txt'], cost: 1, options: (_, to) => (to === 'sub' ? ['fps'] : []) },
    // Emphasis is kept, fonts and colours are not.
    { reads: all, writes: ['html'], cost: 1, loses: ['styling'] },
  ],
  command: (step) => runnerCommand('subtitles/runner.py', step),
});
