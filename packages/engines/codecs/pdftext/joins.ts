/** Joins paragraphs, list items and tables that a page break or column break divides. */
import { isText, joinLine, type Block, type Place, type TableBlock, type TextBlock } from './blocks.ts';
import { textOf } from './pieces.ts';

export function joinBlocks(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const before = lastBefore(result, block);
    const last = before === undefined ? undefined : result[before];
    if (before !== undefined && last && block.opens) {
      const joined = join(last, block);
      if (joined) {
        result[before] = joined;
        continue;
      }
    }
    result.push(block);
  }
  return result;
}

/**
 * Returns the index of the earlier block that `block` may continue. Footnotes, and a picture at the end of a column,
 * may be between two parts of a paragraph.
 */
function lastBefore(blocks: readonly Block[], block: Block): number | undefined {
  if (!block.opens) return undefined;
  const last = blocks.findLastIndex((one) => one.kind !== 'footnote');
  if (last < 0) return undefined;
  return blocks[last]?.kind === 'figure' && block.kind === 'paragraph' && last > 0 ? last - 1 : last;
}

function join(one: Block, two: Block): Block | undefined {
  if (one.kind === 'table' && two.kind === 'table') return joinTables(one, two);
  if (!isText(one) || two.kind !== 'paragraph') {
    return one.kind === 'code' && two.kind === 'code' && one.page !== two.page
      ? { ...one, spans: mergeCode(one, two), continued: placesOf(one, two) }
      : undefined;
  }
  if (one.kind !== 'paragraph' && one.kind !== 'item') return undefined;
  if (Math.abs(one.size - two.size) > 0.09 * one.size) return undefined;
  const [before, after] = [textOf(one.spans), textOf(two.spans)];
  const goesOn = !/[.!?:;\u3002\u061f\u06d4"\u201d)]\s*$/.test(before) && /^[\p{Ll}\p{Lo}\d(]/u.test(after);
  return goesOn
    ? { ...one, spans: joinLine(one.spans, two.spans), continued: placesOf(one, two) }
    : undefined;
}

/**
 * Returns all places of two joined blocks except the first place of the first block, which remains the place of the
 * joined block.
 */
const placesOf = ({ continued = [] }: Block, { page, box, continued: more = [] }: Block): Place[] => [
  ...continued,
  { page, box },
  ...more,
];

function mergeCode(one: TextBlock, two: TextBlock): TextBlock['spans'] {
  const [first] = one.spans;
  return first ? [{ ...first, text: `${textOf(one.spans)}\n${textOf(two.spans)}` }] : two.spans;
}

const rowText = (row: TableBlock['table']['rows'][number] | undefined) =>
  row?.map(({ spans }) => textOf(spans)).join('\t') ?? '';

/**
 * Returns both tables as one if the second table continues the first, otherwise undefined. The second table is a
 * continuation if it is on another page, has the same number of columns, and has the same header or horizontal
 * position.
 */
function joinTables(one: TableBlock, two: TableBlock): TableBlock | undefined {
  const end = one.continued?.at(-1) ?? one;
  if (end.page === two.page || one.table.width !== two.table.width) return undefined;
  const repeated = rowText(one.table.rows[0]) === rowText(two.table.rows[0]);
  const samePlace = Math.abs(one.box[0] - two.box[0]) < 8 && Math.abs(one.box[2] - two.box[2]) < 40;
  if (!repeated && !samePlace) return undefined;
  const more = repeated ? two.table.rows.slice(1) : two.table.rows;
  return {
    ...one,
    continued: placesOf(one, two),
    table: { ...one.table, rows: [...one.table.rows, ...more] },
  };
}
