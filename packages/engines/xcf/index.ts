/** Our own reader of GIMP’s pictures: their visible layers become one picture. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { nodeMounts } from '../runtime/mounts.ts';
import { decodingEdges } from '../sharp/codec.ts';
import { pictureMemory, pictureReasons } from '../sharp/options.ts';

export const xcf = defineEngine({
  id: 'xcf',
  title: 'Protean’s own reader of GIMP pictures',
  needs: [],
  mounts: nodeMounts,
  edges: decodingEdges(['xcf'], 2),
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) => runnerCommand('xcf/runner.ts', step, { holds: format(step.to).holds }),
});
