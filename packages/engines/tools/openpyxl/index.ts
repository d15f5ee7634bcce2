/**
 * openpyxl: writes Excel workbooks from JSON, tables and databases, and combines several workbooks. Cells keep their
 * types.
 */
import { rowEnv, rowNeeds } from '../../codecs/data/values/row-edges.ts';
import { nodeMounts, pythonMounts } from '../../contract/mounts.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';

/** Formats whose files contain one table with typed columns. */
const columnar = ['parquet', 'arrow', 'avro'];

export const openpyxl = defineEngine({
  id: 'openpyxl',
  title: 'openpyxl',
  dangerous: ['xlsx'],
  needs: rowNeeds,
  mounts: [...pythonMounts, ...nodeMounts],
  edges: [
    { reads: ['json'], writes: ['xlsx'], cost: 2 },
    { reads: [...columnar, 'sqlite'], writes: ['xlsx'], cost: 3 },
    { reads: ['xlsx'], writes: ['xlsx'], cost: 2, combines: true },
  ],
  command: (step) => {
    if (step.from === step.to) return runnerCommand('tools/openpyxl/combine.py', step);
    if (step.from === 'json') return runnerCommand('tools/openpyxl/runner.py', step);
    // Data formats other than JSON are first converted to JSON. Because of the flag `dates`, dates that were text in
    // JSON become dates again.
    const intermediate = `${step.work}/tables.json`;
    return [
      runnerCommand('codecs/data/runner.ts', { ...step, to: 'json', output: intermediate }),
      runnerCommand(
        'tools/openpyxl/runner.py',
        { ...step, from: 'json', input: intermediate },
        { dates: true },
      ),
    ];
  },
  // openpyxl holds a whole table in memory.
  limits: { memory: 1536 * 1024 * 1024 },
  env: rowEnv,
});
