/** Joins units (`units.ts`), which are blocks or parts of blocks, into chunks of Markdown with a limited size. */
import type { Chunk } from './chunk-schema.ts';
import type { Block } from './model.ts';
import { chunkSchemaName, schemaVersion, type Tokenizer } from './names.ts';
import type { Count } from './tokens.ts';
import { sentencesOf, type Unit } from './units.ts';

export interface ChunkOptions {
  tokenizer: Tokenizer;
  /**
   * Maximum size of a chunk, in tokens or characters, depending on `count`. A chunk is larger only if it contains a
   * block that cannot be divided.
   */
  size: number;
  /** Maximum size of the text that a chunk repeats from the end of the previous chunk of the same section. */
  overlap: number;
  count: Count;
}

interface WrittenUnit extends Unit {
  text: string;
}

export function chunksOf(units: readonly WrittenUnit[], options: ChunkOptions): Chunk[] {
  const groups = groupsOf(units, options);
  const chunks: Chunk[] = [];
  for (const [index, group] of groups.entries()) {
    const own = group.map(({ text }) => text).join('\n\n');
    const previous = groups[index - 1];
    const repeated = previous && isSameSection(previous, group) ? endOf(previous, own, options) : '';
    const text = repeated ? `${repeated}\n\n${own}` : own;
    const blocks = group.flatMap((unit) => unit.blocks);
    const [only] = group;
    chunks.push({
      schema: chunkSchemaName,
      version: schemaVersion,
      index,
      headings: group.at(-1)?.headings ?? [],
      pages: pagesOf(blocks),
      boxes: blocks.flatMap(({ page, box, continued = [] }) => [
        ...(page !== undefined && box ? [{ page, box }] : []),
        ...continued,
      ]),
      kinds: [...new Set(blocks.map(({ kind }) => kind))],
      text,
      ...(repeated ? { overlap: repeated.length + 2 } : {}),
      ...(only?.part && group.length === 1 ? { part: only.part } : {}),
      tokenizer: options.tokenizer,
      size: options.count(text),
    });
  }
  return chunks;
}

const isHeading = ({ blocks }: Unit) => blocks[0]?.kind === 'heading';

/**
 * Groups the units of each chunk. A heading begins a new chunk, unless the current chunk has only headings so far. Each
 * part of a divided block is a separate chunk.
 */
function groupsOf(units: readonly WrittenUnit[], { size, overlap, count }: ChunkOptions): WrittenUnit[][] {
  const groups: WrittenUnit[][] = [];
  let total = 0;
  for (const unit of units) {
    if (unit.text === '') continue;
    const last = groups.at(-1);
    const onlyHeadings = last?.every(isHeading) ?? false;
    const own = count(unit.text);
    const fits = total + own <= size - (groups.length > 1 ? overlap : 0);
    if (last && (onlyHeadings || (fits && !isHeading(unit) && !unit.part && !last.at(-1)?.part)))
      last.push(unit);
    else {
      groups.push([unit]);
      total = 0;
    }
    total += own;
  }
  return groups;
}

const isSameSection = (one: readonly Unit[], other: readonly Unit[]) =>
  one.at(-1)?.headings.join('\n') === other[0]?.headings.join('\n');

/**
 * Returns the last sentences of a chunk, up to the size of the overlap. Returns an empty string if the chunk ends with
 * a table, code or a heading.
 */
function endOf(group: readonly WrittenUnit[], next: string, { size, overlap, count }: ChunkOptions): string {
  const last = group.at(-1);
  const kind = last?.blocks.at(-1)?.kind;
  if (overlap === 0 || !last || kind === 'table' || kind === 'code' || kind === 'heading') return '';
  const left = Math.min(overlap, size - count(next));
  let end = '';
  for (const sentence of sentencesOf(last.text).reverse()) {
    if (count(sentence + end) > left) break;
    end = sentence + end;
  }
  return end.trim();
}

function pagesOf(blocks: readonly Block[]): number[] {
  const pages = blocks.flatMap(({ page, continued = [] }) => [
    ...(page === undefined ? [] : [page]),
    ...continued.map((place) => place.page),
  ]);
  return [...new Set(pages)].sort((one, two) => one - two);
}
