/** Compares the styles of headings, and derives the levels of headings in the text size from their styles. */
import { isText, type Block, type HeadingBlock, type TextBlock } from '../blocks.ts';
import { around } from '../boxes.ts';
import type { Box } from '../page-data.ts';
import { textOf } from '../pieces.ts';

interface Looks {
  isBold: boolean;
  isItalic: boolean;
  /** Whether all letters are capitals. */
  isCapital: boolean;
  isUnderlined: boolean;
}

const maxLevel = 6;
/** Minimum number of letters of a line in capitals. A shorter line may be an abbreviation. */
const leastCapitals = 4;
/** Minimum number of headings in capitals. */
export const leastInCapitals = 2;
/** Minimum ratio between two font sizes that differ. */
const sizeRatio = 1.035;

export function looksOf({ spans, isUnderlined = false }: TextBlock): Looks {
  const visible = spans.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const text = textOf(spans);
  const letters = text.match(/\p{Lu}/gu)?.length ?? 0;
  return {
    isBold: visible.length > 0 && visible.every(({ bold }) => bold),
    isItalic: visible.length > 0 && visible.every(({ italic }) => italic),
    isCapital: letters >= leastCapitals && !/\p{Ll}/u.test(text),
    isUnderlined,
  };
}

interface Ranked {
  block: HeadingBlock;
  looks: Looks & { isCentred: boolean };
}

/**
 * Returns the blocks with different levels for headings in the text size that have different styles: a larger size
 * comes before a smaller size, bold before regular, capitals before small letters, centred before left-aligned, and
 * upright before italic.
 */
export function withLevelsByStyle(blocks: readonly Block[]): Block[] {
  const centred = centredBlocks(blocks);
  const ranked = blocks.flatMap((block): Ranked[] =>
    block.kind === 'heading' && block.source === 'style'
      ? [{ block, looks: { ...looksOf(block), isCentred: centred.has(block) } }]
      : [],
  );
  const capitals = ranked.filter(({ looks }) => looks.isCapital).length;
  if (capitals < leastInCapitals) for (const { looks } of ranked) looks.isCapital = false;
  const sorted = ranked.toSorted(compared);
  const levels = new Map<Block, number>();
  let rank = 0;
  const first = Math.min(...sorted.map(({ block }) => block.level));
  for (const [n, one] of sorted.entries()) {
    const before = sorted[n - 1];
    if (before && compared(before, one) !== 0) rank += 1;
    levels.set(one.block, Math.min(first + rank, maxLevel));
  }
  return blocks.map((block) => {
    const level = levels.get(block);
    return block.kind === 'heading' && level !== undefined ? { ...block, level } : block;
  });
}

function compared(one: Ranked, two: Ranked): number {
  const ratio = one.block.size / two.block.size;
  if (ratio > sizeRatio) return -1;
  if (ratio < 1 / sizeRatio) return 1;
  const rank = ({ looks: { isBold, isCapital, isCentred, isUnderlined, isItalic } }: Ranked) =>
    (isBold ? 0 : 16) +
    (isCapital ? 0 : 8) +
    (isCentred ? 0 : 4) +
    (isUnderlined ? 0 : 2) +
    (isItalic ? 1 : 0);
  return rank(one) - rank(two);
}

/** Returns the blocks of each column of each page. */
function columnsOf(blocks: readonly Block[]): Block[][] {
  const columns: Block[][] = [];
  for (const block of blocks) {
    const last = columns.at(-1);
    if (last && last[0]?.page === block.page && !block.opens) last.push(block);
    else columns.push([block]);
  }
  return columns;
}

/** Minimum distance between the left edges of a column and of a centred heading, in units of the font size. */
const leastOffset = 2;

/** Returns the blocks that are in the middle of their column. */
export const centredBlocks = (blocks: readonly Block[]): ReadonlySet<Block> =>
  new Set(
    columnsOf(blocks).flatMap((column) => {
      const box = around(column.map((block) => block.box));
      return column.filter((block) => isText(block) && isCentred(block, box));
    }),
  );

function isCentred({ box, size }: TextBlock, column: Box): boolean {
  const offset = (box[0] + box[2]) / 2 - (column[0] + column[2]) / 2;
  return Math.abs(offset) < size && box[0] - column[0] > leastOffset * size;
}
