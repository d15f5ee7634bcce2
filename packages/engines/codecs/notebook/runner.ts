/**
 * Converts a Jupyter notebook to JSON, or to a table with one row per cell. Exits with status 1 for a damaged notebook.
 */
import { readFile } from 'node:fs/promises';
import { codec as json } from '../data/text/json.ts';
import {
  checkDepth,
  InvalidData,
  isList,
  isMap,
  Numeral,
  type Value,
  type ValueMap,
} from '../data/values/value.ts';
import { writing } from '../data/writing.ts';
import { withExitStatus, readable } from '../data/exit.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep<{ rows?: boolean }>();
const { input, output, from, to, options, rows = to !== 'json' } = step;

await withExitStatus(step, async () => {
  const bytes = await readFile(input);
  const [notebook, cells] = await readable(from, () => {
    const value = json.read(bytes);
    checkDepth(value);
    return [value, cellsIn(value)] as const;
  });
  await (
    await writing(to, options)
  )(output, rows ? cells.map(rowOf) : notebook);
});

/** Returns the cells. Version 3 of the format stores the cells in worksheets. */
function cellsIn(notebook: Value): ValueMap[] {
  const sheets = [notebook, ...members(notebook, 'worksheets')];
  const cells = sheets.flatMap((sheet) => members(sheet, 'cells'));
  if (cells.length === 0) throw new InvalidData('it contains no cells');
  return cells;
}

function members(value: Value, name: string): ValueMap[] {
  const held = (isMap(value) && value.get(name)) || null;
  return isList(held) ? held.filter(isMap) : [];
}

function rowOf(cell: ValueMap, n: number): ValueMap {
  return new Map<string, Value>([
    ['cell', Numeral.of(n + 1)],
    ['type', cell.get('cell_type') ?? null],
    ['source', textIn(cell.get('source') ?? cell.get('input'))],
    ['output', members(cell, 'outputs').map(outputText).filter(Boolean).join('\n') || null],
  ]);
}

/** Returns the output of a cell as text: printed text, a displayed value, or an error. */
function outputText(output: ValueMap): string {
  const data = output.get('data') ?? null;
  const displayed = isMap(data) ? data.get('text/plain') : undefined;
  const error = [output.get('ename'), output.get('evalue')].filter((part) => typeof part === 'string');
  return textIn(output.get('text') ?? displayed) || error.join(': ');
}

/** Returns stored text as one string. A notebook may store text as a list of lines. */
function textIn(stored: Value = null): string {
  const parts = isList(stored) ? stored : [stored];
  return parts.filter((part) => typeof part === 'string').join('');
}
