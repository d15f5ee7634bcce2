/** Declares the engine that repairs truncated JSON, JSON Lines and YAML. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts } from '../../contract/mounts.ts';
import { methods } from './methods.ts';
import { formatsBy, repairing, repairEngine } from './repair-engine.ts';

export const repairValues = defineEngine({
  ...repairEngine,
  id: 'repair-values',
  title: 'File repair (data)',
  needs: [],
  mounts: nodeMounts,
  singleThreaded: true,
  passes: repairing(formatsBy('json', 'lines-of-json', 'yaml')),
  command: (step) => runnerCommand('passes/repair/runner-values.ts', step, { method: methods[step.from] }),
});
