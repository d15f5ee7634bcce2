/**
 * Converts one file of structured data through the common value model. Exits with status 1 for a damaged file.
 *
 * Reads and writes files synchronously, because the process does nothing else in the meantime, and asynchronous calls
 * take longer for small files.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Step } from '../../contract/engine.ts';
import { codecs, fileCodecs } from './codecs.ts';
import { reformatted } from './reformat/reformat.ts';
import { convertStreamed } from './streamed/convert.ts';
import { tablesIn } from './values/tables.ts';
import { checkDepth, InvalidData, type Value } from './values/value.ts';
import { writing } from './writing.ts';
import { withExitStatus, readable } from './exit.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';

interface DataStep extends Step {
  split?: boolean;
}

export async function convert(step: DataStep): Promise<void> {
  await withExitStatus(step, async () => {
    if (step.from === step.to && (await relaid(step))) return;
    if (!step.split && (await convertStreamed(step))) return;
    const [read, write] = await Promise.all([reading(step), writing(step.to, step.options, step.target)]);
    const value = await readable(step.from, () => checked(step, read));
    for (const [file, part] of results(step, value)) await write(file, part);
  });
}

/** If the format has a reformatter, rewrites the file in another layout. Returns whether a file was written. */
async function relaid({ from, input, output, options }: DataStep): Promise<boolean> {
  const text = await reformatted(from, () => readFileSync(input), options);
  if (text !== undefined) writeFileSync(output, text);
  return text !== undefined;
}

type DataReader = (path: string) => Value | Promise<Value>;

async function reading({ from, to, options }: DataStep): Promise<DataReader> {
  const [codec, fileCodec] = await Promise.all([codecs[from]?.(), fileCodecs[from]?.()]);
  if (fileCodec) return (path) => fileCodec.readFrom(path, to);
  if (!codec) throw new Error(`no codec from ${from}`);
  return (path) => codec.read(readFileSync(path), options);
}

/** Returns the result of the conversion. With the option `split`, returns one result for each table. */
function results(
  { output, outputDir, to, options, split }: DataStep,
  value: Value,
): [file: string, part: Value][] {
  const tables = split ? chosen(tablesIn(value), options.sheet) : [];
  const [only] = tables;
  if (tables.length < 2) return [[output, options.sheet === undefined || !only ? value : only.value]];
  return tables.map(({ name, value: table }, n) => {
    const plain = name.replace(/[^\p{L}\p{N}_. -]/gu, '_').slice(0, 60);
    return [`${outputDir}/${String(n + 1).padStart(3, '0')}-${plain}.${to}`, table];
  });
}

/**
 * Returns the table that the option `sheet` selects by name or number (from 1), or all tables if the option is not set.
 */
function chosen<Table extends { name: string }>(
  tables: readonly Table[],
  sheet: string | undefined,
): readonly Table[] {
  if (sheet === undefined) return tables;
  const index = /^[1-9]\d*$/.test(sheet) ? Number(sheet) - 1 : -1;
  const table = tables.find(({ name }) => name === sheet) ?? tables[index];
  return table ? [table] : refuse('no_such_sheet');
}

async function checked({ input, from }: DataStep, read: DataReader): Promise<Value> {
  if (statSync(input).size === 0 && from in fileCodecs) throw new InvalidData('it is empty');
  const value = await read(input);
  checkDepth(value);
  return value;
}

if (import.meta.main) await convert(readStep());
