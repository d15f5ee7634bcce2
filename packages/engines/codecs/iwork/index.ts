/**
 * Protean's reader of Apple Numbers: converts each table to a sheet of a workbook, with all values in full precision.
 * Protean has its own reader, because Debian has no package with a reader such as `numbers-parser`.
 */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { rowEnv, rowNeeds } from '../data/values/row-edges.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const iwork = defineEngine({
  id: 'iwork',
  title: 'Protean Numbers reader',
  needs: [
    ...rowNeeds,
    { command: '/usr/lib/python3/dist-packages/snappy/__init__.py', debian: 'python3-snappy' },
  ],
  mounts: pythonMounts,
  edges: [{ reads: ['numbers'], writes: ['xlsx'], cost: 2, loses: ['styling', 'images', 'formulas'] }],
  command: (step) => runnerCommand('codecs/iwork/runner.py', step),
  // The reader keeps a whole table in memory.
  limits: { memory: 1536 * 1024 * 1024 },
  env: rowEnv,
});
