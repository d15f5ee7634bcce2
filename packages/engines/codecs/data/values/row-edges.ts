/**
 * Edges (conversion steps) and commands of engines that convert a file to rows, and write the rows as a table, a
 * workbook or a page with a table.
 */
import {
  runnerCommand,
  type EdgeDeclaration,
  type Requirement,
  type Step,
} from '../../../contract/engine.ts';
import { nodeMounts, pythonMounts } from '../../../contract/mounts.ts';

export const rowNeeds: readonly Requirement[] = [
  { command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' },
];

export const rowMounts = [...nodeMounts, ...pythonMounts];

/** Prevents openpyxl from using lxml, which can read external entities. */
export const rowEnv = { OPENPYXL_LXML: 'False' } as const;

/** Returns the edges from `reads` to every format that stores rows. */
export function rowEdges(reads: readonly string[]): EdgeDeclaration[] {
  return [
    // The cost of xlsx is lower than the cost of csv and tsv, so that routes to further table formats pass through
    // xlsx, not csv. A telephone number in csv would be read as a number, but xlsx keeps it as text.
    { reads, writes: ['xlsx'], cost: 1 },
    { reads, writes: ['csv', 'tsv'], cost: 2, options: ['delimiter', 'header'] },
    { reads, writes: ['parquet', 'arrow', 'avro', 'sqlite', 'sql', 'html', 'md'], cost: 2 },
  ];
}

/**
 * Returns the commands that write rows with `runner`. For xlsx, the runner writes JSON (flag `rows`), and openpyxl
 * converts this JSON.
 */
export function rowCommands(
  runner: 'codecs/geo/runner.ts' | 'codecs/contacts/runner.ts' | 'codecs/notebook/runner.ts',
  step: Step,
): string[] | string[][] {
  if (step.to !== 'xlsx') return runnerCommand(runner, step);
  const rows = `${step.work}/rows.json`;
  return [
    runnerCommand(runner, { ...step, to: 'json', output: rows }, { rows: true }),
    runnerCommand('tools/openpyxl/runner.py', { ...step, from: 'json', input: rows }),
  ];
}
