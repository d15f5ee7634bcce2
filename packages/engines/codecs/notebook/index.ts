/** Our own reader of Jupyter notebooks: the notebook as data, and its cells as a table. */
import { defineEngine, isRunnerFault } from '../../contract/engine.ts';
import { rowCommands, rowEnv, rowNeeds, rowShows } from '../data/values/row-edges.ts';

const notebooks = ['ipynb'];

export const notebook = defineEngine({
  id: 'notebook',
  title: 'Protean notebook reader',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowShows,
  edges: [
    { reads: notebooks, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: notebooks, writes: ['xlsx'], cost: 2 },
    { reads: notebooks, writes: ['csv', 'tsv'], cost: 2, options: ['delimiter', 'header'] },
  ],
  command: (step) => rowCommands('codecs/notebook/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});
