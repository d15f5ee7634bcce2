/** icnsutils: Apple icons. */
import { format } from '../formats/formats.ts';
import { decodingEdges, encodingEdges } from './image/codec.ts';
import { pictureReasons } from './image/options.ts';
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';
import { binaries, nodeParts } from './shows.ts';

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
    hostCommand(step.from === 'icns' ? 'icns-read.ts' : 'icns-write.ts', step, {
      holds: format(step.to).holds,
    }),
});
