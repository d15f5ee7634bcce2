/** Divides documents into units that chunks keep whole: headings, paragraphs, lists, tables and other blocks. */
import { isLeftOut, type Block, type BlockOf, type Document, type Run, type TableBlock } from './model.ts';
import { runsOf, textMembers } from './runs.ts';
import type { Count } from './tokens.ts';

export interface Unit {
  blocks: Block[];
  /**
   * The headings above the unit, outermost first. If the unit begins with a heading, `headings` includes this heading.
   */
  headings: string[];
  part?: { number: number; of: number };
}

/** Returns the units in reading order. A unit larger than `size` is divided. */
export function unitsOf({ blocks }: Document, size: number, count: Count): Unit[] {
  const whole = wholeUnits(blocks);
  return whole.flatMap((unit, n) => divided(unit, size - headingsBefore(whole, n, count), count));
}

/** Returns the size of the headings directly before a unit, which are in the same chunk as the unit. */
function headingsBefore(units: readonly Unit[], at: number, count: Count): number {
  let total = 0;
  for (let n = at - 1; units[n]?.blocks[0]?.kind === 'heading'; n -= 1)
    total += count(`###### ${textOf(units[n]?.blocks ?? [])}\n\n`);
  return total;
}

function wholeUnits(blocks: readonly Block[]): Unit[] {
  const units: Unit[] = [];
  const path: { level: number; text: string }[] = [];
  for (const block of blocks) {
    if (block.kind === 'rule' || isLeftOut(block)) continue;
    const last = units.at(-1);
    if (last && belongsTo(block, last)) {
      last.blocks.push(block);
      continue;
    }
    if (block.kind === 'heading') {
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, text: block.text });
    }
    units.push({ blocks: [block], headings: path.map(({ text }) => text) });
  }
  return units;
}

/**
 * Returns whether a block belongs to a unit. A block belongs to the unit if it continues a list or glossary of the
 * unit, or is a footnote of the unit.
 */
function belongsTo(block: Block, { blocks }: Unit): boolean {
  const last = blocks.at(-1);
  if (!last || last.kind === 'heading') return block.kind === 'footnote' && last !== undefined;
  if (block.kind === 'footnote') return true;
  const isInList = (one: Block) => one.kind === 'item' || one.inside !== undefined;
  if (isInList(block)) return blocks.some(isInList);
  if (block.style === 'definition') return true;
  return block.style === 'term' && blocks[0]?.style === 'term';
}

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

function divided(unit: Unit, size: number, count: Count): Unit[] {
  const [first] = unit.blocks;
  if (!first || first.kind === 'heading') return [unit];
  if (first.kind === 'table' && unit.blocks.length === 1) {
    return count(asLines(first)) <= size ? [unit] : parts(unit, tableParts(first, size, count));
  }
  if (count(textOf(unit.blocks)) <= size) return [unit];
  if (unit.blocks.length > 1) {
    const groups = grouped(unit.blocks, size, (group) => count(textOf(group)));
    return groups.length > 1 ? groups.flatMap((blocks) => divided({ ...unit, blocks }, size, count)) : [unit];
  }
  return parts(unit, textParts(first, size, count));
}

function parts(unit: Unit, blocks: readonly Block[]): Unit[] {
  if (blocks.length < 2) return [unit];
  return blocks.map((block, n) => ({ ...unit, blocks: [block], part: { number: n + 1, of: blocks.length } }));
}

/**
 * Divides elements into groups of consecutive elements. A group is larger than `size` only if it has a single element.
 */
function grouped<One>(
  all: readonly One[],
  size: number,
  measure: (group: readonly One[]) => number,
): One[][] {
  const groups: One[][] = [];
  let total = 0;
  for (const one of all) {
    const own = measure([one]);
    const last = groups.at(-1);
    if (last && total + own <= size) last.push(one);
    else {
      groups.push([one]);
      total = 0;
    }
    total += own;
  }
  return groups;
}

/**
 * Returns a table as lines of Markdown, which are used to measure its size. The measured size includes the bars between
 * the columns.
 */
function asLines({ cells, rows, columns: width }: TableBlock): string {
  const lines = Array.from({ length: rows }, () => '|');
  for (const { row, columns = 1, text } of cells)
    lines[row] = `${lines[row] ?? '|'}${` ${text} |`.repeat(columns)}`;
  return [`|${'---|'.repeat(width)}`, ...lines].join('\n');
}

/**
 * Splits a table into parts that begin with the header rows. If a cell spans two rows, both rows stay in the same part.
 */
function tableParts(table: TableBlock, size: number, count: Count): Block[] {
  const heads = headRows(table);
  const crossed = new Set(
    table.cells.flatMap(({ row, rows = 1 }) => Array.from({ length: rows - 1 }, (_, n) => row + n + 1)),
  );
  const groups: number[][] = [];
  for (let row = heads; row < table.rows; row += 1) {
    if (crossed.has(row)) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  const take = (rows: readonly number[]) =>
    partOf(table, [...Array.from({ length: heads }, (_, n) => n), ...rows]);
  const head = count(asLines(take([])));
  const sets = grouped(groups, Math.max(1, size - head), (set) => count(asLines(take(set.flat()))) - head);
  return sets.map((set) => take(set.flat()));
}

function headRows({ cells, rows }: TableBlock): number {
  for (let row = 0; row < rows; row += 1) {
    const own = cells.filter((cell) => cell.row === row);
    if (own.length === 0 || !own.every(({ header }) => header)) return row;
  }
  return 0;
}

function partOf(table: TableBlock, rows: readonly number[]): TableBlock {
  const position = new Map(rows.map((row, n) => [row, n]));
  const cells = table.cells.flatMap((cell) => {
    const row = position.get(cell.row);
    return row === undefined ? [] : [{ ...cell, row }];
  });
  return { ...table, rows: rows.length, cells, text: cells.map(({ text }) => text).join('\n') };
}

/**
 * Divides a text between sentences, or code between lines. A sentence or line that is larger than `size` is divided
 * between words.
 */
function textParts(block: Block, size: number, count: Count): Block[] {
  if (block.kind === 'table' || block.kind === 'figure') return [block];
  const isCode = block.kind === 'code';
  const pieces = isCode ? block.text.split(/(?<=\n)/) : sentencesOf(block.text);
  const small = pieces.flatMap((piece) => (count(piece) <= size ? [piece] : piece.split(/(?<=\s)/)));
  const sets = grouped(small, size, (group) => count(group.join('')));
  let from = 0;
  return sets.map((set) => {
    const length = set.join('').length;
    const part = isCode ? { ...block, text: set.join('') } : slice(block, from, from + length);
    from += length;
    return part;
  });
}

export const sentencesOf = (text: string) =>
  Array.from(
    new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text),
    ({ segment }) => segment,
  );

function slice(block: Exclude<Block, BlockOf<'table'> | BlockOf<'figure'>>, from: number, to: number): Block {
  let at = 0;
  const runs: Run[] = [];
  for (const run of runsOf(block)) {
    // A reference to a footnote counts as zero characters in the text of the block.
    const length = run.note === undefined ? run.text.length : 0;
    const [start, end] = [Math.max(from, at), Math.min(to, at + length)];
    if (length === 0 && at >= from && at < to) runs.push(run);
    else if (start < end) runs.push({ ...run, text: run.text.slice(start - at, end - at) });
    at += length;
  }
  const part = { ...block };
  delete part.runs;
  return { ...part, ...textMembers(runs) };
}
