/**
 * Protean's subtitle codecs. The codecs convert any subtitle format to any other, and to plain text, in one step
 * through a common model of cues.
 */
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
    // Outlines, effects and the typefaces of styles are kept only in conversions between scripts (ASS and SSA).
    { reads: scripts, writes: ['srt', 'vtt', 'ttml'], cost: 1, options: span, loses: ['screen'] },
    // MicroDVD supports colours and emphasis only for whole lines, and only 2 positions.
    { reads: all, writes: ['sub'], cost: 1, options: [...span, 'fps'], loses: ['styling', 'screen'] },
    // HTML keeps emphasis, but not fonts or colours.
    { reads: all, writes: ['html'], cost: 1, options: span, loses: ['styling'] },
    ...sameFormatEdges('subtitles'),
  ],
  command: (step) => runnerCommand('codecs/subtitles/runner.py', step),
});
