/** Our own reader of data that breaks off: JSON, lines of JSON, YAML. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { nodeMounts } from '../runtime/mounts.ts';
import { methods } from './methods.ts';
import { formatsBy, repairing, terms } from './terms.ts';

export const repairValues = defineEngine({
  ...terms,
  id: 'repair-values',
  title: 'Protean’s own reader of data that breaks off',
  needs: [],
  mounts: nodeMounts,
  singleThreaded: true,
  passes: repairing(formatsBy('json', 'lines-of-json', 'yaml')),
  command: (step) => runnerCommand('repair/runner-values.ts', step, { method: methods[step.from] }),
});
