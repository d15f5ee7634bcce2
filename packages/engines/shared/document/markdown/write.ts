/**
 * Writes documents as GitHub Flavored Markdown, as pandoc and its filter `markdown.lua` write them. pandoc needs more
 * time for a long document than all other steps together. Only the blocks of PDFs are supported.
 */
import { isLeftOut, type Block, type BlockOf } from '../model.ts';
import { runsOf } from '../runs.ts';
import { inlineMarkdown, paragraphMarkdown, type MarkOf } from './inline-text.ts';
import { cleanText, inlinesOf, paragraphsIn, trimmed, type Inline } from './inlines.ts';
import { ListBuilder } from './lists.ts';
import { tableMarkdown } from './tables.ts';

export interface MarkdownOptions {
  /** Returns the URL of a picture, or undefined if the text does not show pictures. */
  pictureUrl: (id: string) => string | undefined;
  /** Whether comments mark where pages begin. */
  pageMarks?: boolean | undefined;
  maxHeading?: number | undefined;
}

/** Returns a whole document with its footnotes at the end. */
export function markdownOf(blocks: readonly Block[], options: MarkdownOptions): string {
  const writer = new MarkdownWriter(blocks, options);
  const all = [...writer.write(blocks), ...writer.unreferencedNotes(), ...writer.takeNotes()];
  return all.length > 0 ? `${all.join('\n\n')}\n` : '';
}

/** Returns the Markdown of each part of a document. The footnotes of a block follow the block. */
export function markdownOfParts(parts: readonly (readonly Block[])[], options: MarkdownOptions): string[] {
  const writer = new MarkdownWriter(parts.flat(), options, { notesAfterBlocks: true });
  const written = parts.map((blocks) => writer.write(blocks));
  written.at(-1)?.push(...writer.unreferencedNotes());
  return written.map((blocks) => blocks.join('\n\n'));
}

class MarkdownWriter {
  readonly #options: MarkdownOptions;
  readonly #notesAfterBlocks: boolean;
  readonly #notes: ReadonlyMap<string, BlockOf<'footnote'>>;
  readonly #used = new Set<string>();
  /** Footnotes in the order of their references, which are not written yet. */
  #pending: string[] = [];
  #count = 0;

  constructor(blocks: readonly Block[], options: MarkdownOptions, { notesAfterBlocks = false } = {}) {
    this.#options = options;
    this.#notesAfterBlocks = notesAfterBlocks;
    const notes = blocks.filter((block) => block.kind === 'footnote');
    this.#notes = new Map(notes.map((note) => [note.id ?? '', note]));
  }

  /** Returns the paragraphs, lists and tables of blocks. */
  write(blocks: readonly Block[]): string[] {
    const parts: string[] = [];
    const add = (written: readonly string[]) => {
      parts.push(...written.filter((part) => part !== ''));
      if (this.#notesAfterBlocks) parts.push(...this.takeNotes());
    };
    let list: ListBuilder | undefined;
    let page = 0;
    for (const block of blocks) {
      if (block.kind === 'footnote' || isLeftOut(block)) continue;
      const marks = this.#options.pageMarks ? pageMarks(page, block.page ?? page) : [];
      page = Math.max(page, block.page ?? page);
      // A mark does not divide a list that continues on the next page.
      if (list) for (const mark of marks) list.mark(mark);
      else add(marks);
      if (block.kind === 'item') {
        list ??= new ListBuilder();
        list.add(block, (prefix) => this.#itemMarkdown(block, prefix));
        continue;
      }
      // A block without content, such as a picture that is not shown, divides a list.
      list?.close();
      if (list && this.#isShown(block)) {
        add([list.markdown()]);
        list = undefined;
      }
      add(this.#blockMarkdown(block));
    }
    if (list) add([list.markdown()]);
    return parts;
  }

  unreferencedNotes(): string[] {
    return [...this.#notes.values()].flatMap((note) =>
      this.#used.has(note.id ?? '') ? [] : this.#paragraphs(note),
    );
  }

  /** Returns the pending footnotes, and forgets them. */
  takeNotes(): string[] {
    const notes = this.#pending;
    this.#pending = [];
    return notes;
  }

  /** Numbers a reference to a footnote. Each reference gets a separate copy of the footnote. */
  readonly #markOf: MarkOf = (id) => {
    this.#count += 1;
    this.#used.add(id);
    const note = this.#notes.get(id);
    const text = note ? this.#paragraphs(note, new Map()).join('\n\n') : '';
    this.#pending.push(`[^${this.#count}]: ${text.replace(/\n(?!\n)/g, '\n    ')}`);
    return `[^${this.#count}]`;
  };

  #inlines(block: Block, notes: ReadonlyMap<string, unknown> = this.#notes): Inline[] {
    return inlinesOf(runsOf(block), notes);
  }

  #paragraphs(block: Block, notes?: ReadonlyMap<string, unknown>): string[] {
    return paragraphsIn(trimmed(this.#inlines(block, notes))).map((part) =>
      paragraphMarkdown(part, this.#markOf),
    );
  }

  #itemMarkdown(block: BlockOf<'item'>, prefix: string): string {
    const marked = prefix
      ? { ...block, text: prefix + block.text, runs: block.runs && [{ text: prefix }, ...block.runs] }
      : block;
    return this.#paragraphs(marked).join('\n\n');
  }

  #isShown(block: Block): boolean {
    if (block.kind === 'figure')
      return block.picture !== undefined && this.#options.pictureUrl(block.picture) !== undefined;
    if (block.kind === 'table') return block.cells.some((cell) => runsOf(cell).length > 0);
    return block.kind === 'formula' || runsOf(block).length > 0;
  }

  #blockMarkdown(block: Block): string[] {
    switch (block.kind) {
      case 'heading': {
        const words = trimmed(
          this.#inlines(block).map((one) => (one.kind === 'break' ? { kind: 'space' } : one)),
        );
        const [only] = words;
        const content = words.length === 1 && only?.kind === 'strong' ? trimmed(only.content) : words;
        const level = Math.min(block.level, this.#options.maxHeading ?? 6);
        return content.length > 0 ? [`${'#'.repeat(level)} ${inlineMarkdown(content, this.#markOf)}`] : [];
      }
      case 'table':
        return tableMarkdown(block, this.#notes, this.#markOf);
      case 'figure': {
        const url = block.picture === undefined ? undefined : this.#options.pictureUrl(block.picture);
        return url === undefined ? [] : [`![](${url})`];
      }
      case 'formula':
        return [`$$${(block.tex ?? block.text).replaceAll('</', '< /')}$$`];
      case 'code':
        return codeMarkdown(block.text);
      default:
        return this.#paragraphs(block);
    }
  }
}

function pageMarks(last: number, page: number): string[] {
  return Array.from({ length: Math.max(0, page - last) }, (_, n) => `<!-- page ${last + n + 1} -->`);
}

/** Returns a fenced block, because older readers mistake indented code for a part of a list. */
function codeMarkdown(text: string): string[] {
  const code = cleanText(text).replace(/^\n/, '').replace(/\n$/, '');
  if (!/\S/.test(code)) return [];
  let fence = '```';
  while (code.includes(fence)) fence += '`';
  return [`${fence}\n${code}\n${fence}`];
}
