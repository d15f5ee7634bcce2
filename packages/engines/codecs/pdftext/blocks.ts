/** What the structure step makes of pages: headings, paragraphs, items, code, tables and pictures, in reading order. */
import type { Box, Picture } from './page-data.ts';
import type { Span } from './pieces.ts';

export interface Cell {
  spans: Span[];
  columns: number;
  rows: number;
}

export interface Table {
  /** Each row has only the cells that begin in it. */
  rows: Cell[][];
  /** The number of columns. */
  width: number;
  /** The number of first rows that are headers. */
  headers: number;
}

interface Placed {
  page: number;
  box: Box;
  /** Whether it is the first of a page or a column, so that the text before it may go on in it. */
  opens?: boolean;
}

export interface TextBlock extends Placed {
  kind: 'heading' | 'paragraph' | 'item' | 'code';
  spans: Span[];
  /** Of headings from 1, of items the depth from 0. */
  level: number;
  /** Of items of a numbered list. */
  number?: number;
  rtl: boolean;
  size: number;
  /** Of a footnote, without its mark. */
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

/** Whether it is a footnote. */
export const isNote = (block: Block): block is TextBlock => 'note' in block && block.note !== undefined;

/** Appends the spans of a line to the spans of the lines before it, with a space, or without the hyphen of a divided word. */
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

/** Chinese and Japanese are written without spaces. */
const isUnspaced = (character = '') =>
  /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);

/** Spans of the same style become one. */
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
