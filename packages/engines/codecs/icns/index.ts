/** icnsutils: reads and writes Apple icons. */
import { format } from '@protean/formats';
import { decodingEdges, encodingEdges } from '../../shared/image/codec.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, pictureMounts } from '../../contract/mounts.ts';

export const icns = defineEngine({
  id: 'icns',
  title: 'icnsutils',
  needs: [
    { command: 'icns2png', debian: 'icnsutils' },
    { command: 'png2icns', debian: 'icnsutils' },
  ],
  mounts: [...pictureMounts, ...binaries('icns2png', 'png2icns')],
  edges: [...decodingEdges(['icns'], 2), ...encodingEdges(['icns'], { cost: 3, options: ['sizes'] })],
  reasons: pictureReasons,
  command: (step) =>
    runnerCommand(step.from === 'icns' ? 'codecs/icns/runner-read.ts' : 'codecs/icns/runner-write.ts', step, {
      holds: format(step.to).holds,
    }),
});
