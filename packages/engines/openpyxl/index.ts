/** openpyxl: Excel's workbooks to JSON and databases and back, every cell of its own type and nothing guessed from how it looks. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { libreoffice } from '../libreoffice/index.ts';
import { nodeMounts, officeMounts } from '../runtime/mounts.ts';

const books = ['xlsx', 'xlsm', 'xltx'];
/** Tables whose columns have types, one a file. */
const columnar = ['parquet', 'arrow', 'avro'];

export const openpyxl = defineEngine({
  id: 'openpyxl',
  title: 'openpyxl',
  dangerous: books,
  needs: [
    { command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' },
    ...libreoffice.needs,
  ],
  mounts: [...officeMounts, ...nodeMounts],
  edges: [
    { reads: books, writes: ['json'], cost: 2, options: ['indent', 'sheet'] },
    { reads: ['json'], writes: ['xlsx'], cost: 2 },
    { reads: books, writes: ['sqlite', 'sql'], cost: 3, options: ['sheet'] },
    { reads: books, writes: columnar, cost: 3, many: true, options: ['sheet'] },
    { reads: [...columnar, 'sqlite'], writes: ['xlsx'], cost: 3 },
  ],
  command: (step) => {
    if (step.from === 'json') return runnerCommand('openpyxl/runner.py', step);
    if (step.to === 'json') return readBook(step);
    // By way of JSON, which both sides know; what came from a column of dates are dates again.
    const between = `${step.work}/tables.json`;
    if (step.to === 'xlsx')
      return [
        runnerCommand('data/runner.ts', { ...step, to: 'json', output: between }),
        runnerCommand('openpyxl/runner.py', { ...step, from: 'json', input: between }, { dates: true }),
      ];
    const split = columnar.includes(step.to);
    return [
      readBook({ ...step, to: 'json', output: between }),
      runnerCommand('data/runner.ts', { ...step, from: 'json', input: between }, { split }),
    ];
  },
  // Of the two XML readers it may use this is the one that never looks outside the file.
  env: { OPENPYXL_LXML: 'False' },
  ...(libreoffice.limits ? { limits: libreoffice.limits } : {}),
});

/** Formulas that were stored without their results, as many exporters do, are first calculated by LibreOffice. */
function readBook(step: Step): string[] {
  const output = `${step.work}/calculated.xlsx`;
  const command = libreoffice.command({ ...step, to: 'xlsx', output, outputDir: step.work, options: {} });
  return runnerCommand('openpyxl/runner.py', step, { calculate: { command, output } });
}
