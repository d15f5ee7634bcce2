/** SheetJS: reads the cells of Excel workbooks for all data targets, with one rule for dates, times, errors and hidden sheets. */
import { formatsOfFamily } from '@protean/formats';
import { columnar, delimited, indented, structured } from '../../codecs/data/values/kinds.ts';
import { libreoffice } from '../libreoffice/index.ts';
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../../contract/engine.ts';
import { nodeMounts, officeMounts } from '../../contract/mounts.ts';
import { optionsWhere } from '../../contract/options.ts';

const books = [...formatsOfFamily('ooxml-sheet'), 'xlsb', ...formatsOfFamily('excel-97')];

export const sheetjs = defineEngine({
  id: 'sheetjs',
  title: 'SheetJS',
  npm: '@e965/xlsx',
  dangerous: books,
  needs: libreoffice.needs,
  mounts: [...officeMounts, ...nodeMounts],
  edges: [
    { reads: books, writes: [...delimited, ...columnar], cost: 2, many: true, options: optionsTo },
    { reads: books, writes: [...structured, 'sqlite', 'sql'], cost: 2, options: optionsTo },
  ],
  command: (step) => runnerCommand('tools/sheetjs/runner.ts', step, { calculate: calculation(step) }),
  limits: { memory: 1536 * 1024 * 1024 },
  env: { NODE_OPTIONS: '--max-old-space-size=1280' },
  isEngineFault: isRunnerFault,
});

function optionsTo(_from: string, to: string) {
  return optionsWhere({
    sheet: true,
    sheets: true,
    values: true,
    comments: true,
    delimiter: delimited.includes(to),
    indent: [...indented, 'xml'].includes(to),
    root: to === 'xml',
  });
}

/**
 * Returns the command that recalculates the workbook, and the path of the new workbook. Recalculation is needed because
 * many exporters store formulas without results.
 */
function calculation(step: Step): { command: readonly string[]; output: string } {
  const output = `${step.work}/calculated.xlsx`;
  const command = libreoffice.command({ ...step, to: 'xlsx', output, outputDir: step.work, options: {} });
  return { command: command as readonly string[], output };
}
