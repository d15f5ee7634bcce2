/** Protean's subtitle codecs, which convert any format to any other in one step, through cues, and to plain text. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import type { OptionName } from '../../contract/options.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

const scripts = ['ass', 'ssa'];
const others = ['srt', 'vtt', 'lrc', 'ttml', 'sbv', 'sub'];
const all = [...scripts, ...others];
const span = ['start', 'end'] as const satisfies OptionName[];

export const subtitles = defineEngine({
  id: 'subtitles',
  title: 'Protean subtitle codecs',
  singleThreaded: true,
  needs: [{ command: 'python3', debian: 'python3' }],
  mounts: pythonMounts,
  edges: [
    { reads: all, writes: [...scripts, 'lrc', 'sbv', 'txt'], cost: 1, options: span },
    { reads: others, writes: ['srt', 'vtt', 'ttml'], cost: 1, options: span },
    // Typefaces of styles, outlines and effects stay in scripts.
    { reads: scripts, writes: ['srt', 'vtt', 'ttml'], cost: 1, options: span, loses: ['screen'] },
    // MicroDVD has colours and emphasis for whole lines, and only 2 places.
    { reads: all, writes: ['sub'], cost: 1, options: [...span, 'fps'], loses: ['styling', 'screen'] },
    // Emphasis is kept, fonts and colours are not.
    { reads: all, writes: ['html'], cost: 1, options: span, loses: ['styling'] },
    ...sameFormatEdges('subtitles'),
  ],
  command: (step) => runnerCommand('codecs/subtitles/runner.py', step),
});
