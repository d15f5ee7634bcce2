/** Protean's reader of Jupyter notebooks: converts a notebook to JSON, or its cells to a table. */
import { defineEngine, isRunnerFault } from '../../contract/engine.ts';
import { rowCommands, rowEnv, rowNeeds, rowMounts } from '../data/values/row-edges.ts';

const notebooks = ['ipynb'];

export const notebook = defineEngine({
  id: 'notebook',
  title: 'Protean notebook reader',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowMounts,
  edges: [
    { reads: notebooks, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: notebooks, writes: ['xlsx'], cost: 2 },
    { reads: notebooks, writes: ['csv', 'tsv'], cost: 2, options: ['delimiter', 'header'] },
  ],
  command: (step) => rowCommands('codecs/notebook/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});
