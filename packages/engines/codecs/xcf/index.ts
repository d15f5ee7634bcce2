/** Our own reader of GIMP’s pictures: their visible layers become one picture. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts } from '../../contract/mounts.ts';
import { decodingEdges } from '../../tools/sharp/codec.ts';
import { pictureMemory, pictureReasons } from '../../tools/sharp/options.ts';

export const xcf = defineEngine({
  id: 'xcf',
  title: 'Protean’s own reader of GIMP pictures',
  needs: [],
  mounts: nodeMounts,
  edges: decodingEdges(['xcf'], 2),
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) => runnerCommand('codecs/xcf/runner.ts', step, { holds: format(step.to).holds }),
});
