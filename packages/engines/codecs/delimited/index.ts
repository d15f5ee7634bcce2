/** Changes the delimiter of plain text tables, and keeps every field unchanged. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

export const delimited = defineEngine({
  id: 'delimited',
  title: 'Protean CSV reader',
  needs: [{ command: 'python3', debian: 'python3' }],
  mounts: pythonMounts,
  edges: [
    { reads: ['csv', 'tsv'], writes: ['csv', 'tsv'], cost: 1, options: ['delimiter'] },
    ...sameFormatEdges('delimited'),
  ],
  command: (step) => runnerCommand('codecs/delimited/runner.py', step),
});
