/**
 * Blocks that the structure step finds on pages: headings, paragraphs, list items, code, tables and pictures, in
 * reading order.
 */
import type { Box, Picture } from './page-data.ts';
import type { Span } from './pieces.ts';

export interface Cell {
  spans: Span[];
  columns: number;
  rows: number;
}

export interface Table {
  /** A row has only the cells that begin in it. */
  rows: Cell[][];
  /** Number of columns. */
  width: number;
  /** Number of header rows at the top. */
  headers: number;
}

interface Placed {
  page: number;
  box: Box;
  /** Whether the block is the first text of a page or column. Such a block may continue the text before it. */
  opens?: boolean;
}

export interface TextBlock extends Placed {
  kind: 'heading' | 'paragraph' | 'item' | 'code';
  spans: Span[];
  /** Level of a heading from 1, or depth of a list item from 0. */
  level: number;
  /** Number of an item in a numbered list. */
  number?: number;
  rtl: boolean;
  size: number;
  /** Number of a footnote. Its spans do not include the mark. */
  note?: number;
}

export interface TableBlock extends Placed {
  kind: 'table';
  table: Table;
  rtl: boolean;
}

export interface PictureBlock extends Placed {
  kind: 'picture';
  picture: Picture;
}

export type Block = TextBlock | TableBlock | PictureBlock;

/** Returns whether the block is a footnote. */
export const isNote = (block: Block): block is TextBlock => 'note' in block && block.note !== undefined;

/**
 * Appends the spans of a line to the spans of the lines before it. Inserts a space, or removes the hyphen of a divided
 * word.
 */
export function joinLine(spans: Span[], more: readonly Span[]): Span[] {
  const last = spans.at(-1);
  const [first] = more;
  if (!last || !first) return [...spans, ...more];
  const divided =
    /[a-z\u00df-\u024f][-\u00ad\u2010]$/.test(last.text) && /^[a-z\u00df-\u024f]/.test(first.text);
  const unspaced = isUnspaced(last.text.at(-1)) && isUnspaced(first.text[0]);
  const before = divided ? last.text.slice(0, -1) : last.text + (unspaced ? '' : ' ');
  return merged([...spans.slice(0, -1), { ...last, text: before }, ...more]);
}

/** Returns whether a character is Chinese or Japanese. Both are written without spaces. */
const isUnspaced = (character = '') =>
  /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);

/** Merges adjacent spans with the same style. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && isSameStyle(last, span)) result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  }
  return result;
}

function isSameStyle(one: Span, other: Span): boolean {
  return (
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.mono === other.mono &&
    one.shift === other.shift &&
    one.href === other.href &&
    one.note === other.note
  );
}
