/** Converts the block model of a PDF to the model of `doc.json`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { emptyDocument, type Block as Target, type Document, type Run } from '../../shared/document/model.ts';
import { textMembers } from '../../shared/document/runs.ts';
import { Confidences } from './confidences.ts';
import { withFields } from './fields/with-fields.ts';
import type { Block, DocumentBlocks, FigureBlock, Place, TableBlock, TextBlock } from './blocks.ts';
import type { Span } from './pieces.ts';
import { cellsOf } from './text.ts';

const kinds = {
  paragraph: 'paragraph',
  code: 'code',
  page_head: 'header',
  page_foot: 'footer',
  page_number: 'page_number',
} as const;

/**
 * Returns the document. The pictures are files in the folder `work`. If `stored` is `files`, the document contains the
 * file names of the pictures instead of their data.
 */
export function documentOf(
  { pages, blocks }: DocumentBlocks,
  work: string,
  stored: 'data' | 'files' = 'data',
): Document {
  const pictures = new PagePictures(work, stored);
  const confidences = new Confidences(pages);
  const written = blocks.map((block) => ({ ...blockOf(block, pictures), ...confidences.of(block) }));
  const title = written.find(({ kind }) => kind === 'heading')?.text;
  return {
    ...emptyDocument(),
    metadata: title ? { title } : {},
    pages: pages.map(({ number, width, height, kind }) => ({
      ...{ number, kind, unit: 'pt' },
      width: round(width),
      height: round(height),
    })),
    blocks: withFields(written, pages),
    pictures: pictures.all,
  };
}

function blockOf(block: Block, pictures: PagePictures): Target {
  const { continued = [] } = block;
  const place = {
    ...placeOf(block),
    ...(continued.length > 0 ? { continued: continued.map(placeOf) } : {}),
  };
  if (block.kind === 'table') return { ...tableOf(block), ...place };
  if (block.kind === 'figure') return { ...figureOf(block, pictures), ...place };
  return { ...textOf(block), ...place, ...(block.rtl ? { direction: 'rtl' } : {}) };
}

const round = (length: number) => Math.round(length * 100) / 100;

function placeOf({ page, box: [left, top, right, bottom] }: Place) {
  return {
    page,
    box: [round(left), round(top), round(right), round(bottom)] as [number, number, number, number],
  };
}

function textOf(block: TextBlock): Target {
  const members = textMembers(runsOf(block.spans));
  switch (block.kind) {
    case 'heading':
      return { kind: 'heading', level: Math.min(6, Math.max(1, block.level)), ...members };
    case 'item':
      return {
        kind: 'item',
        depth: block.depth,
        marker: block.number === undefined ? '•' : `${block.number}.`,
        ...members,
      };
    case 'footnote':
      return { kind: 'footnote', id: noteId(block.note), number: String(block.note), ...members };
    case 'formula':
      return { kind: 'formula', ...(block.tex === undefined ? {} : { tex: block.tex }), ...members };
    case 'code':
      return { kind: 'code', text: block.spans.map(({ text }) => text).join('') };
    default:
      return { kind: kinds[block.kind], ...members };
  }
}

const noteId = (note: number) => `footnote-${note}`;

function runsOf(spans: readonly Span[]): Run[] {
  return spans.map(({ text, bold, italic, mono, shift, href, note, tex }) => ({
    text: tex ?? text,
    ...(tex === undefined ? {} : { math: true as const }),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(mono ? { code: mono } : {}),
    ...(shift ? { shift } : {}),
    ...(href === undefined ? {} : { link: href }),
    ...(note === undefined ? {} : { note: noteId(note) }),
  }));
}

function tableOf({ table, rtl }: TableBlock): Target {
  const cells = cellsOf(table).map(({ x, y, cell: { spans, columns, rows } }) => {
    const isHeader = y < table.headers;
    // Header cells are always bold, so bold is not stored in their runs.
    const runs = runsOf(isHeader ? spans.map((span) => ({ ...span, bold: false })) : spans);
    return {
      row: y,
      column: x,
      ...(rows > 1 ? { rows } : {}),
      ...(columns > 1 ? { columns } : {}),
      ...(isHeader ? { header: true as const } : {}),
      ...textMembers(runs),
    };
  });
  const text = cells.map((cell) => cell.text).join('\n');
  const direction = rtl ? { direction: 'rtl' as const } : {};
  return { kind: 'table', rows: table.rows.length, columns: table.width, cells, text, ...direction };
}

function figureOf({ picture: { file, box } }: FigureBlock, pictures: PagePictures): Target {
  const picture = pictures.idOf(file, { width: round(box[2] - box[0]), height: round(box[3] - box[1]) });
  return { kind: 'figure', text: '', ...(picture === undefined ? {} : { picture }) };
}

/** The pictures that `page-data.js` extracted, without duplicates. */
class PagePictures {
  readonly all: Document['pictures'] = [];
  readonly #work: string;
  readonly #ids = new Map<string, string>();

  readonly #stored: 'data' | 'files';

  constructor(work: string, stored: 'data' | 'files') {
    this.#work = work;
    this.#stored = stored;
  }

  idOf(name: string, size: { width: number; height: number }): string | undefined {
    const known = this.#ids.get(name);
    const file = path.join(this.#work, path.basename(name));
    if (known !== undefined || name === '' || !existsSync(file)) return known;
    const id = `picture-${this.all.length + 1}`;
    this.#ids.set(name, id);
    const media_type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
    const content =
      this.#stored === 'data'
        ? { data: readFileSync(file).toString('base64') }
        : { file: path.basename(name) };
    this.all.push({ id, media_type, ...size, ...content });
    return id;
  }
}
