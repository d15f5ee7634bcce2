/** Protean's reader of GIMP pictures, which merges the visible layers of each picture. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts } from '../../contract/mounts.ts';
import { decodingEdges } from '../../shared/image/codec.ts';
import { pictureMemory, pictureReasons } from '../../shared/image/picture-options.ts';

export const xcf = defineEngine({
  id: 'xcf',
  title: 'Protean XCF reader',
  needs: [],
  mounts: nodeMounts,
  edges: decodingEdges(['xcf'], 2),
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) => runnerCommand('codecs/xcf/runner.ts', step, { holds: format(step.to).holds }),
});
