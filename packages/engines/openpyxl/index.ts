/** openpyxl: converts Excel workbooks to JSON and databases and back, and makes one of several; cells keep their types. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { libreoffice } from '../libreoffice/index.ts';
import { nodeMounts, officeMounts } from '../runtime/mounts.ts';

const books = ['xlsx', 'xlsm', 'xltx'];
/** Formats of one table with typed columns per file. */
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
    { reads: ['xlsx'], writes: ['xlsx'], cost: 2, combines: true },
  ],
  command: (step) => {
    if (step.from === step.to) return runnerCommand('openpyxl/combine.py', step);
    if (step.from === 'json') return runnerCommand('openpyxl/runner.py', step);
    if (step.to === 'json') return readBook(step);
    // JSON is the intermediate format; dates from typed columns become dates again.
    const intermediate = `${step.work}/tables.json`;
    if (step.to === 'xlsx')
      return [
        runnerCommand('data/runner.ts', { ...step, to: 'json', output: intermediate }),
        runnerCommand('openpyxl/runner.py', { ...step, from: 'json', input: intermediate }, { dates: true }),
      ];
    const split = columnar.includes(step.to);
    return [
      readBook({ ...step, to: 'json', output: intermediate }),
      runnerCommand('data/runner.ts', { ...step, from: 'json', input: intermediate }, { split }),
    ];
  },
  // openpyxl's other XML parser, lxml, could load external entities.
  env: { OPENPYXL_LXML: 'False' },
  ...(libreoffice.limits ? { limits: libreoffice.limits } : {}),
});

/** Formulas that were stored without results, as by many exporters, are calculated by LibreOffice first. */
function readBook(step: Step): string[] {
  const output = `${step.work}/calculated.xlsx`;
  const command = libreoffice.command({ ...step, to: 'xlsx', output, outputDir: step.work, options: {} });
  return runnerCommand('openpyxl/runner.py', step, { calculate: { command, output } });
}
