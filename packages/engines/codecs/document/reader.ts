/** Converts a document that pandoc read to the block model. */
import type { Block, BlockOf, Document, Run } from '../../shared/document/model.ts';
import { plainText, runsOf, textMembers } from '../../shared/document/runs.ts';
import { emptyDocument } from '../../shared/document/model.ts';
import { onlyImages, runsOfInlines, type Surroundings } from './inlines.ts';
import { linesOf } from './lines.ts';
import { withoutDeadLinks } from './links.ts';
import { markerOf } from './markers.ts';
import { metadataOf } from './metadata.ts';
import type { Ast, AstBlock, AstTable, Attributes, Inline } from './pandoc-ast.ts';
import type { Pictures } from './pictures.ts';
import { cellsOf, layoutContent, rowsOf } from './tables.ts';

/** Position of a block in quotations and lists. */
interface Place {
  quote: number;
  /** Depth of the list item that contains the block, or -1 outside of lists. */
  depth: number;
  /** Marker of the list item, for the first block of the item. */
  marker?: string;
  /** Block kind of paragraphs in a division that has the class `notes` or `comments`. */
  role?: 'note' | 'comment';
}

const top: Place = { quote: 0, depth: -1 };

const boxes: Readonly<Record<string, boolean>> = { '☐': false, '☒': true };

/** Classes of code blocks that do not name a programming language. */
const ofHighlighting = new Set(['sourceCode', 'numberLines', 'highlight']);

export function readDocument(ast: Ast, pictures: Pictures): Document {
  const reader = new Reader(pictures);
  reader.read(ast.blocks, top);
  const { blocks, pages } = reader;
  const metadata = metadataOf(ast.meta, blocks);
  return { ...emptyDocument(), metadata, pages, blocks: withoutDeadLinks(blocks), pictures: pictures.all };
}

class Reader {
  readonly blocks: Block[] = [];
  readonly pages: Document['pages'] = [];
  readonly #pictures: Pictures;
  readonly #around: Surroundings;
  #notes: BlockOf<'footnote'>[] = [];
  #noteCount = 0;
  #page: number | undefined;
  #language: string | undefined;
  #rtl = false;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
    this.#around = { picture: pictures.idOf, note: (blocks) => this.#note(blocks) };
  }

  read(blocks: readonly AstBlock[], place: Place): void {
    let here = place;
    for (const block of blocks) {
      const count = this.blocks.length;
      this.#block(block, here);
      // Only the first block of a list item has the item's marker.
      if (this.blocks.length > count) here = within(here);
    }
  }

  #block(block: AstBlock, place: Place): void {
    switch (block.t) {
      case 'Para':
      case 'Plain':
        return this.#paragraph(block.c, place);
      case 'LineBlock':
        return this.#paragraph(
          block.c.flatMap((line, n) => [...(n > 0 ? [{ t: 'LineBreak' } as const] : []), ...line]),
          place,
        );
      case 'Header':
        return this.#heading(block.c[0], block.c[1], block.c[2], place);
      case 'CodeBlock':
        return this.#code(block.c[0], block.c[1], place);
      case 'BlockQuote':
        return this.read(block.c, { ...place, quote: place.quote + 1 });
      case 'BulletList':
        return this.#items(block.c, place, () => '•');
      case 'OrderedList': {
        const [[start, style, delimiter], items] = block.c;
        return this.#items(items, place, (n) => markerOf(start + n, style.t, delimiter.t));
      }
      case 'DefinitionList':
        return this.#definitions(block.c, place);
      case 'HorizontalRule':
        return this.#add({ kind: 'rule', text: '' }, place);
      case 'Table':
        return this.#table(block.c, place);
      case 'Figure':
        return this.#figure(block.c, place);
      case 'Div':
        return this.#division(block.c[0], block.c[1], place);
      default:
    }
  }

  #add(block: Block, place: Place): void {
    const { quote, depth, marker, role } = place;
    const common = {
      ...(this.#page === undefined ? {} : { page: this.#page }),
      ...(this.#language === undefined ? {} : { language: this.#language }),
      ...(this.#rtl ? { direction: 'rtl' as const } : {}),
      ...(quote > 0 ? { quote } : {}),
    };
    const { kind } = block;
    if (marker !== undefined && kind === 'paragraph')
      this.blocks.push({ ...itemOf(block, depth, marker), ...common });
    else {
      // If the first block of a list item is not a paragraph, an item without text is inserted before the block.
      if (marker !== undefined) this.blocks.push({ kind: 'item', depth, marker, text: '', ...common });
      const inside = depth >= 0 ? { inside: depth } : {};
      const given = role && kind === 'paragraph' ? { ...block, kind: role } : block;
      this.blocks.push({ ...given, ...common, ...inside });
    }
    this.blocks.push(...this.#notes.map((note) => ({ ...note, ...common })));
    this.#notes = [];
  }

  #paragraph(inlines: readonly Inline[], place: Place): void {
    if (isContentsLine(inlines)) return;
    const images = onlyImages(inlines);
    const [image] = images ?? [];
    if (image && images?.length === 1) return this.#picture(image.c[2][0], image.c[1], [], place);
    for (const part of parted(inlines)) {
      const [only] = part;
      if (part.length === 1 && only?.t === 'Math' && only.c[0].t === 'DisplayMath')
        this.#add({ kind: 'formula', tex: only.c[1], text: only.c[1] }, place);
      else {
        const members = textMembers(runsOfInlines(part, this.#around));
        if (members.text !== '' || members.runs)
          this.#add({ kind: 'paragraph', ...idOf(part), ...members }, place);
      }
    }
  }

  #heading(level: number, [id]: Attributes, inlines: readonly Inline[], place: Place): void {
    const runs = runsOfInlines(inlines, this.#around).map((run) => ({
      ...run,
      text: run.text.replaceAll('\n', ' '),
    }));
    // If a whole heading is bold, its runs are not marked as bold, because bold is part of the heading style.
    const isBold = runs.every((run) => run.bold ?? run.text.trim() === '');
    const members = textMembers(isBold ? runs.map(withoutBold) : runs);
    if (members.text === '' && !members.runs) return;
    this.#add(
      { kind: 'heading', level: Math.min(6, Math.max(1, level)), ...(id ? { id } : {}), ...members },
      place,
    );
  }

  #code([, classes]: Attributes, text: string, place: Place): void {
    if (text.trim() === '') return;
    const language = classes.find((name) => !ofHighlighting.has(name))?.replace(/^language-/, '');
    if (language === 'math') this.#add({ kind: 'formula', tex: text, text }, place);
    else this.#add({ kind: 'code', text, ...(language ? { programming_language: language } : {}) }, place);
  }

  #items(items: readonly (readonly AstBlock[])[], place: Place, marker: (n: number) => string): void {
    const depth = place.depth + 1;
    if (place.marker !== undefined)
      this.#add(
        { kind: 'item', depth: place.depth, marker: place.marker, text: '' },
        { ...within(place), depth: -1 },
      );
    for (const [n, blocks] of items.entries()) {
      // A list item that contains only a block quotation is an indented paragraph, not a quotation.
      const [first] = blocks;
      const content = blocks.length === 1 && first?.t === 'BlockQuote' ? first.c : blocks;
      if (content.length > 0) this.read(content, { ...within(place), depth, marker: marker(n) });
    }
  }

  #definitions(
    items: readonly (readonly [readonly Inline[], readonly (readonly AstBlock[])[]])[],
    place: Place,
  ): void {
    for (const [term, definitions] of items) {
      this.#add(
        { kind: 'paragraph', style: 'term', ...textMembers(runsOfInlines(term, this.#around)) },
        place,
      );
      for (const definition of definitions) {
        const from = this.blocks.length;
        this.read(definition, within(place));
        for (const block of this.blocks.slice(from))
          if (block.kind === 'paragraph') block.style ??= 'definition';
      }
    }
  }

  #table(table: AstTable, place: Place): void {
    const rows = rowsOf(table);
    if (rows.rows.length === 0 || table[2].length === 0) return;
    const caption = plainText(linesOf(table[1][1], this.#around)).trim();
    const content = layoutContent(rows);
    if (content) {
      if (caption) this.#add({ kind: 'paragraph', text: caption }, place);
      this.read(content, place);
      return;
    }
    const cells = cellsOf(table, rows, (blocks) => textMembers(linesOf(blocks, this.#around)));
    const text = cells.cells.map((cell) => cell.text).join('\n');
    this.#add({ kind: 'table', ...cells, ...(caption ? { caption } : {}), text }, place);
  }

  #figure([, [, caption], blocks]: Extract<AstBlock, { t: 'Figure' }>['c'], place: Place): void {
    const [only] = blocks;
    const images =
      blocks.length === 1 && (only?.t === 'Plain' || only?.t === 'Para') ? onlyImages(only.c) : undefined;
    const [image] = images ?? [];
    if (image && images?.length === 1) {
      this.#picture(image.c[2][0], image.c[1], linesOf(caption, this.#around), place);
      return;
    }
    this.read(blocks, place);
    this.read(caption, within(place));
  }

  #picture(source: string, inlines: readonly Inline[], caption: readonly Run[], place: Place): void {
    const picture = this.#pictures.idOf(source);
    const alternative = plainText(runsOfInlines(inlines, this.#around)).trim();
    const below = plainText(caption).trim();
    if (picture === undefined && alternative === '' && below === '') return;
    this.#add(
      {
        kind: 'figure',
        ...(picture === undefined ? {} : { picture }),
        ...(alternative ? { alternative } : {}),
        ...(below && below !== alternative ? { caption: below } : {}),
        text: below || alternative,
      },
      place,
    );
  }

  #division([, classes, values]: Attributes, blocks: readonly AstBlock[], place: Place): void {
    // pandoc removes the prefix `data-` from attribute names, unless the rest is also the name of an HTML attribute.
    const value = (name: string) => values.find(([key]) => key === name || key === `data-${name}`)?.[1];
    const [language, rtl] = [this.#language, this.#rtl];
    this.#startPage(value('page'), value('name'), value('kind'));
    this.#language = value('lang') ?? language;
    this.#rtl = value('dir') === undefined ? rtl : value('dir') === 'rtl';
    const role = classes.includes('notes') ? 'note' : classes.includes('comments') ? 'comment' : place.role;
    this.read(blocks, role === undefined ? place : { ...place, role });
    this.#language = language;
    this.#rtl = rtl;
  }

  #startPage(given: string | undefined, name = '', kind = ''): void {
    const number = Number(given);
    if (!Number.isInteger(number) || number < 1) return;
    this.#page = number;
    this.pages.push({
      number,
      ...(kind === 'slide' || kind === 'sheet' ? { kind } : {}),
      ...(name ? { name } : {}),
    });
  }

  #note(blocks: readonly AstBlock[]): { id: string; mark: string } {
    this.#noteCount += 1;
    const mark = String(this.#noteCount);
    const id = `footnote-${mark}`;
    const notes = this.#notes;
    this.#notes = [];
    const members = textMembers(linesOf(blocks, this.#around));
    this.#notes = [...notes, { kind: 'footnote', id, number: mark, ...members }, ...this.#notes];
    return { id, mark };
  }
}

function within(place: Place): Place {
  const inner = { ...place };
  delete inner.marker;
  return inner;
}

function itemOf(block: BlockOf<'paragraph'>, depth: number, marker: string): Block {
  const [first, ...rest] = runsOf(block);
  const checked = first && boxes[first.text.slice(0, 1)];
  if (checked === undefined || !first) return { ...block, kind: 'item', depth, marker };
  const members = textMembers([{ ...first, text: first.text.slice(1).trimStart() }, ...rest]);
  return { kind: 'item', depth, marker, checked, ...members };
}

function withoutBold(run: Run): Run {
  const plain = { ...run };
  delete plain.bold;
  return plain;
}

/**
 * Returns whether a paragraph is a line of a table of contents that a word processor generated: a line that consists of
 * links to bookmarks.
 */
function isContentsLine(inlines: readonly Inline[]): boolean {
  const parts = inlines.filter(({ t }) => t !== 'Space' && t !== 'SoftBreak');
  return parts.length > 0 && parts.every((one) => one.t === 'Link' && one.c[2][0].startsWith('#_Toc'));
}

/**
 * Splits a paragraph at display formulas and at two consecutive line breaks, which separate paragraphs in email
 * messages.
 */
function parted(inlines: readonly Inline[]): Inline[][] {
  const parts: Inline[][] = [[]];
  for (const [n, inline] of inlines.entries()) {
    const isFormula = inline.t === 'Math' && inline.c[0].t === 'DisplayMath';
    if (isFormula) parts.push([inline], []);
    else if (inline.t === 'LineBreak' && inlines[n - 1]?.t === 'LineBreak') parts.push([]);
    else parts.at(-1)?.push(inline);
  }
  return parts;
}

/** Returns the id of a bookmark at the beginning of a paragraph. */
function idOf([first]: readonly Inline[]): { id?: string } {
  const id = first?.t === 'Span' ? first.c[0][0] : '';
  return id ? { id } : {};
}
