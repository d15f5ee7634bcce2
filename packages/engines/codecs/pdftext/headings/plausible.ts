/** Corrects headings that no author would write in their order, such as several headings without text between them. */
import { joinLine, type Block, type HeadingBlock } from '../blocks.ts';
import { textOf } from '../pieces.ts';
import { littleLarger } from './lines.ts';

/** `body` is the font size of the text. */
export const plausibleHeadings = (blocks: readonly Block[], body: number): Block[] =>
  withoutRuns(withoutKickers(withoutText(withWholeTitles(blocks), body)));

/** Minimum number of words of a sentence that may be text. */
const sentence = 8;
/** Matches a line to fill in, as in a form. */
const blank = /^[._\u2026\u00b7\s-]{5,}$/;

/** Converts sentences in a font size of text, and labels of lines to fill in, to paragraphs. */
function withoutText(blocks: readonly Block[], body: number): Block[] {
  const bySize = Map.groupBy(
    blocks.filter((block) => block.kind === 'heading' && block.source === 'size'),
    (block) => Math.round(2 * sizeOf(block)),
  );
  const isTextSize = (block: HeadingBlock) => {
    const all = bySize.get(Math.round(2 * block.size)) ?? [];
    return block.size <= littleLarger * body && all.filter(isSentence).length >= all.length / 2;
  };
  return blocks.map((block, n) => {
    if (block.kind !== 'heading') return block;
    const isText = block.source === 'size' && isTextSize(block) && isSentence(block);
    return isText || isLabel(block, blocks[n + 1]) ? toParagraph(block) : block;
  });
}

function isSentence(block: Block): boolean {
  const text = block.kind === 'heading' ? textOf(block.spans) : '';
  return /[.;,]$/.test(text) && text.split(' ').length >= sentence;
}

const isLabel = ({ page, source }: HeadingBlock, next: Block | undefined) =>
  source === 'style' && next?.kind === 'paragraph' && next.page === page && blank.test(textOf(next.spans));

/** Maximum distance between the lines of a title, and maximum offset of their left edges, in units of the font size. */
const lineGap = 0.4;
const offset = 0.3;
/** Minimum ratio between the sizes of the lines of a title. */
const leastRatio = 0.85;

/** Joins the lines of a title whose font sizes differ a little. */
function withWholeTitles(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last?.kind === 'heading' && block.kind === 'heading' && isSameTitle(last, block)) {
      const [left, top] = last.box;
      const box = [left, top, Math.max(last.box[2], block.box[2]), block.box[3]] as const;
      result[result.length - 1] = { ...last, box, spans: joinLine(last.spans, block.spans) };
    } else result.push(block);
  }
  return result;
}

function isSameTitle(one: HeadingBlock, two: HeadingBlock): boolean {
  const gap = two.box[1] - one.box[3];
  return (
    isSameRun(one, two) &&
    Math.min(one.size, two.size) > leastRatio * Math.max(one.size, two.size) &&
    gap > -lineGap * two.size &&
    gap < lineGap * two.size &&
    Math.abs(one.box[0] - two.box[0]) < offset * two.size &&
    !hasNumber(two)
  );
}

const hasNumber = ({ spans }: HeadingBlock) => /\d/.test(textOf(spans));

/**
 * Converts a small line directly above a larger title to a paragraph, because it labels the title. A line with a number,
 * such as the number of a chapter, remains a heading.
 */
function withoutKickers(blocks: readonly Block[]): Block[] {
  return blocks.map((block, n) => {
    const next = blocks[n + 1];
    const isKicker =
      block.kind === 'heading' &&
      next?.kind === 'heading' &&
      block.source !== 'tag' &&
      next.level < block.level &&
      next.page === block.page &&
      !hasNumber(block);
    return isKicker ? toParagraph(block) : block;
  });
}

/**
 * A run of at least this number of consecutive headings is treated as text in a large font, as on a cover, on a slide
 * or in a picture. Below a larger heading on the same page, a shorter run suffices. At the start of a page, three equal
 * lines may be a title with its authors.
 */
const leastRun = 4;
const leastRunBelowTitle = 3;

/** Minimum ratio between the size of the title in a run and the sizes of the other lines. */
const titleRatio = 1.15;

/**
 * If many headings of the same level follow each other without text between them, they become paragraphs. A line that
 * is larger than all other lines of the run is the title, and remains a heading.
 */
function withoutRuns(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (let at = 0; at < blocks.length;) {
    const first = blocks[at] as Block;
    let end = at + 1;
    while (first.kind === 'heading' && isSameRun(first, blocks[end])) end += 1;
    const run = blocks.slice(at, end);
    const sizes = run.map(sizeOf).sort((one, two) => two - one);
    const [largest = 0, second = 0] = sizes;
    const isTitle = (block: Block) => largest > titleRatio * second && sizeOf(block) === largest;
    const least = isBelowTitle(result, first) ? leastRunBelowTitle : leastRun;
    result.push(
      ...(run.length < least ? run : run.map((block) => (isTitle(block) ? block : toParagraph(block)))),
    );
    at = end;
  }
  return result;
}

function isBelowTitle(before: readonly Block[], first: Block): boolean {
  const last = before.findLast((block) => block.kind === 'heading');
  return first.kind === 'heading' && last?.page === first.page && last.level < first.level;
}

const sizeOf = (block: Block) => (block.kind === 'heading' ? block.size : 0);

/** The tags of the PDF determine tagged headings, whatever their order is. */
const isSameRun = (first: HeadingBlock, next: Block | undefined) =>
  next?.kind === 'heading' &&
  first.source !== 'tag' &&
  next.source !== 'tag' &&
  next.level === first.level &&
  next.page === first.page;

/** A large line was recognized by its size, so it is not marked as bold too. */
function toParagraph(block: Block): Block {
  if (block.kind !== 'heading') return block;
  const { page, box, rtl, size, opens = false, source } = block;
  const spans = source === 'style' ? block.spans : block.spans.map((span) => ({ ...span, bold: false }));
  return { kind: 'paragraph', page, box, spans, rtl, size, opens };
}
