/**
 * The block model of a PDF: its pages, and the blocks on the pages in reading order. The structure step finds the
 * blocks, such as headings, paragraphs, list items, tables and figures. All targets are written from this model.
 */
import type { Box, FormField, PageKind, Picture, RecognizedWord } from './page-data.ts';
import type { Span } from './pieces.ts';

export interface DocumentPage {
  number: number;
  /** Size in points, after the rotation that makes the text horizontal. */
  width: number;
  height: number;
  kind: PageKind;
  fields?: readonly FormField[];
  /** Words that Protean found by text recognition. */
  recognized?: readonly RecognizedWord[];
}

export interface DocumentBlocks {
  pages: DocumentPage[];
  /** All blocks in reading order, including running heads and feet. */
  blocks: Block[];
}

export interface Cell {
  spans: Span[];
  columns: number;
  rows: number;
}

export interface Table {
  /** A cell that spans several rows is listed only in its first row. */
  rows: Cell[][];
  /** Number of columns. */
  width: number;
  /** Number of header rows at the top. */
  headers: number;
}

export interface Place {
  page: number;
  /** Position on the page in points from the top left. */
  box: Box;
}

interface Placed extends Place {
  /** Whether the block is the first text of a page or column, and may therefore continue the text before it. */
  opens?: boolean;
  /** Further places of the block, if page breaks or column breaks divide the block. */
  continued?: readonly Place[];
}

interface Text extends Placed {
  spans: Span[];
  rtl: boolean;
  /** Font size in points. */
  size: number;
  /** Key of the font and the colour of the first line. */
  face?: string;
  isUnderlined?: boolean;
}

export interface HeadingBlock extends Text {
  kind: 'heading';
  /** From 1. */
  level: number;
  /** The property that determines the level: a tag, the outline, a section number, the font size or the style. */
  source: 'tag' | 'outline' | 'number' | 'size' | 'style';
}

export interface ItemBlock extends Text {
  kind: 'item';
  /** Depth in nested lists, from 0. */
  depth: number;
  /** Number of an item in a numbered list. */
  number?: number;
  /** Text of the number with its punctuation. */
  label?: string;
}

export interface FootnoteBlock extends Text {
  kind: 'footnote';
  /**
   * Number of the footnote. In the text, the span of the footnote mark has the same number as the footnote. The spans
   * of the footnote do not include the footnote mark.
   */
  note: number;
}

export interface FormulaBlock extends Text {
  kind: 'formula';
  /** The formula in TeX, if the text layer is sufficient to derive it. */
  tex?: string;
}

export interface PlainBlock extends Text {
  kind: 'paragraph' | 'code';
}

/**
 * A running head, a running foot or a page number. Running heads, running feet and page numbers are written only to
 * targets that describe pages.
 */
export interface FurnitureBlock extends Text {
  kind: 'page_head' | 'page_foot' | 'page_number';
}

export type TextBlock = HeadingBlock | ItemBlock | FootnoteBlock | FormulaBlock | PlainBlock | FurnitureBlock;

export interface TableBlock extends Placed {
  kind: 'table';
  table: Table;
  rtl: boolean;
}

export interface FigureBlock extends Placed {
  kind: 'figure';
  picture: Picture;
}

export type Block = TextBlock | TableBlock | FigureBlock;

export const isText = (block: Block): block is TextBlock => block.kind !== 'table' && block.kind !== 'figure';

export const isFurniture = (block: Block): block is FurnitureBlock =>
  block.kind === 'page_head' || block.kind === 'page_foot' || block.kind === 'page_number';

/** Returns the blocks without running heads, running feet and page numbers. */
export const bodyOf = (blocks: readonly Block[]): Exclude<Block, FurnitureBlock>[] =>
  blocks.filter((block) => !isFurniture(block));

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

/** Returns whether a character is from a language that is written without spaces: Chinese or Japanese. */
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
    (one.math ?? false) === (other.math ?? false) &&
    one.shift === other.shift &&
    one.href === other.href &&
    one.tex === undefined &&
    other.tex === undefined &&
    one.note === other.note
  );
}
