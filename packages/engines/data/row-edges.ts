/** What the readers of entries share that are not data of themselves: their rows as tables, workbooks and pages. */
import { runnerCommand, type EdgeDeclaration, type Requirement, type Step } from '../runtime/engine.ts';
import { nodeMounts, pythonMounts } from '../runtime/mounts.ts';

export const rowNeeds: readonly Requirement[] = [
  { command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' },
];

export const rowShows = [...nodeMounts, ...pythonMounts];

/** Of the two XML readers that openpyxl may use this is the one that never looks outside the file. */
export const rowEnv = { OPENPYXL_LXML: 'False' } as const;

/** The edges from `reads` to all that rows can become. */
export function rowEdges(reads: readonly string[]): EdgeDeclaration[] {
  return [
    // Before the texts, so that further tables come from it: there a telephone number is no number.
    { reads, writes: ['xlsx'], cost: 1 },
    { reads, writes: ['csv', 'tsv'], cost: 2, options: ['delimiter', 'header'] },
    { reads, writes: ['parquet', 'arrow', 'avro', 'sqlite', 'sql', 'html', 'md'], cost: 2 },
  ];
}

/** Runs `host`, which writes rows as any of these but a workbook, and as JSON where it is told `rows`. */
export function rowCommands(
  runner: 'places/runner.ts' | 'cards/runner.ts' | 'notebook/runner.ts',
  step: Step,
): string[] | string[][] {
  if (step.to !== 'xlsx') return runnerCommand(runner, step);
  const rows = `${step.work}/rows.json`;
  return [
    runnerCommand(runner, { ...step, to: 'json', output: rows }, { rows: true }),
    runnerCommand('openpyxl/runner.py', { ...step, from: 'json', input: rows }),
  ];
}
