/** icnsutils: Apple icons. */
import { format } from '@protean/formats';
import { decodingEdges, encodingEdges } from '../sharp/codec.ts';
import { pictureReasons } from '../sharp/options.ts';
import { defineEngine } from '../runtime/engine.ts';
import { runnerCommand } from '../runtime/runner-command.ts';
import { binaries, nodeParts } from '../runtime/shows.ts';

export const icns = defineEngine({
  id: 'icns',
  title: 'icnsutils',
  needs: [
    { command: 'icns2png', debian: 'icnsutils' },
    { command: 'png2icns', debian: 'icnsutils' },
  ],
  shows: [...nodeParts, ...binaries('icns2png', 'png2icns')],
  edges: [...decodingEdges(['icns'], 2), ...encodingEdges(['icns'], { cost: 3, options: [] })],
  reasons: pictureReasons,
  command: (step) =>
    runnerCommand(step.from === 'icns' ? 'icns/runner-read.ts' : 'icns/runner-write.ts', step, {
      holds: format(step.to).holds,
    }),
});
