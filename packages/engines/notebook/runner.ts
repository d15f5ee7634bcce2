/** Converts a notebook into data as it stands, or into a table of its cells. A damaged one ends with status 1. */
import { readFile } from 'node:fs/promises';
import { codec as json } from '../data/json.ts';
import { checkDepth, InvalidData, isList, isMap, Numeral, type Value, type ValueMap } from '../data/value.ts';
import { writing } from '../data/writing.ts';
import { withExitStatus, readable } from '../data/exit.ts';
import { readStep } from '../runtime/step.ts';

const { input, output, from, to, options, rows = to !== 'json' } = readStep<{ rows?: boolean }>();

await withExitStatus(async () => {
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

/** Notebooks of the third generation have their cells on sheets. */
function cellsIn(notebook: Value): ValueMap[] {
  const sheets = [notebook, ...members(notebook, 'worksheets')];
  const cells = sheets.flatMap((sheet) => members(sheet, 'cells'));
  if (cells.length === 0) throw new InvalidData('there are no cells in it');
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
    ['output', members(cell, 'outputs').map(said).filter(Boolean).join('\n') || null],
  ]);
}

/** What an output says in words: printed, shown, or the mistake that was made. */
function said(output: ValueMap): string {
  const data = output.get('data') ?? null;
  const shown = isMap(data) ? data.get('text/plain') : undefined;
  const mistake = [output.get('ename'), output.get('evalue')].filter((part) => typeof part === 'string');
  return textIn(output.get('text') ?? shown) || mistake.join(': ');
}

/** A text, or the lines it was taken apart into. */
function textIn(held: Value = null): string {
  const parts = isList(held) ? held : [held];
  return parts.filter((part) => typeof part === 'string').join('');
}
