/**
 * Finds footnotes: paragraphs at the end of a page or column that begin with a raised mark, which also occurs in the
 * text above.
 */
import { isText, type Block, type PlainBlock } from './blocks.ts';
import type { Span } from './pieces.ts';

const mark = /^(\d{1,3}|[a-z]|[*†‡§¶]{1,3})$/;

/** Returns the text of a span if it is a raised mark. */
const markIn = ({ shift, text }: Span): string | undefined =>
  shift === 'sup' && mark.test(text.trim()) ? text.trim() : undefined;

/**
 * Identifies footnotes. Each footnote becomes a separate block. The footnote block and the mark that refers to the
 * footnote get the same number in `note`.
 */
export function withFootnotes(blocks: readonly Block[]): Block[] {
  let count = 0;
  return regionsOf(blocks).flatMap((region, n, regions) => {
    const start = firstNote(region);
    if (start === region.length) return region;
    // A footnote can refer only to text above it on the same page.
    const page = region[0]?.page;
    const above = [...regions.slice(0, n).flat(), ...region.slice(0, start)].filter(
      (block) => block.page === page,
    );
    return [
      ...region.slice(0, start),
      ...region.slice(start).flatMap((block) => notesIn(block as PlainBlock, above)),
    ];
  });

  function notesIn(block: PlainBlock, above: readonly Block[]): Block[] {
    return partsOf(block.spans).map(([first, ...spans]): Block => {
      const name = first && markIn(first);
      const place = name === undefined ? undefined : referenceTo(name, above);
      if (!place) return { ...block, spans: first ? [first, ...spans] : spans };
      count += 1;
      place.note = count;
      return { ...block, kind: 'footnote', spans: withoutSpace(spans), note: count };
    });
  }
}

/** Returns the blocks grouped by page or column. */
function regionsOf(blocks: readonly Block[]): Block[][] {
  const regions: Block[][] = [];
  for (const block of blocks) {
    const last = regions.at(-1)?.at(-1);
    if (last && last.page === block.page && !block.opens) regions.at(-1)?.push(block);
    else regions.push([block]);
  }
  return regions;
}

/**
 * Returns the index of the first footnote. Footnotes are the last paragraphs of a region, and each begins with a mark.
 */
function firstNote(region: readonly Block[]): number {
  let start = region.length;
  while (start > 0) {
    const block = region[start - 1];
    const [first] = block?.kind === 'paragraph' ? block.spans : [];
    if (!first || markIn(first) === undefined) break;
    start -= 1;
  }
  return start;
}

/** Splits a paragraph into consecutive footnotes, which have consecutive numbers. */
function partsOf(spans: readonly Span[]): Span[][] {
  const parts: Span[][] = [];
  for (const span of spans) {
    const name = markIn(span);
    const [before] = parts.at(-1) ?? [];
    if (!before || (name !== undefined && Number(name) === Number(markIn(before)) + 1)) parts.push([span]);
    else parts.at(-1)?.push(span);
  }
  return parts;
}

/** Returns the first mark with the text `name` that has no footnote yet. Ignores a mark at the beginning of a block. */
function referenceTo(name: string, blocks: readonly Block[]): Span | undefined {
  for (const block of blocks) {
    if (!isText(block) || block.kind === 'footnote') continue;
    const found = block.spans.find((span, n) => n > 0 && span.note === undefined && markIn(span) === name);
    if (found) return found;
  }
  return undefined;
}

function withoutSpace([first, ...others]: readonly Span[]): Span[] {
  return first ? [{ ...first, text: first.text.trimStart() }, ...others] : [];
}
