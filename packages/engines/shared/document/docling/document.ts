/** Converts documents to docling's `DoclingDocument`. */
import type { Block, BlockOf, Document, Picture } from '../model.ts';
import { codeLanguageOf } from './code-language.ts';
import { addText, floating, type TextKind } from './texts.ts';
import { imageOf } from './pictures.ts';
import { isSized, pagesOf, provenanceOf } from './place.ts';
import { tableData } from './table.ts';
import { referenceTo, Tree, type Node } from './tree.ts';

/**
 * The oldest version of docling's schema that has all members that this module writes. Later versions of docling can
 * read files of this version.
 */
const version = '1.8.0';

export function doclingOf(document: Document) {
  const writer = new Writer(document);
  for (const block of document.blocks) writer.add(block);
  const { body, furniture, lists } = writer.tree;
  return {
    schema_name: 'DoclingDocument',
    version,
    name: document.metadata.title ?? 'document',
    furniture,
    body,
    ...lists,
    key_value_items: [],
    pages: pagesOf(document),
  };
}

/** The fields of a form. Each field has a cell for the name and a cell for the value. */
interface Form {
  cells: object[];
  links: object[];
}

interface OpenList {
  depth: number;
  group: Node;
  item: Node;
}

class Writer {
  readonly tree = new Tree();
  readonly #pictures: ReadonlyMap<string, Picture>;
  readonly #unsized: ReadonlyMap<number, string>;
  /** Whether the first heading is the title, so that the levels of all other headings are reduced by 1. */
  readonly #isTitled: boolean;
  #lists: OpenList[] = [];
  #form: Form | undefined;
  #page: { number: number; group: Node } | undefined;

  constructor({ blocks, pages, pictures }: Document) {
    this.#pictures = new Map(pictures.map((picture) => [picture.id, picture]));
    this.#unsized = new Map(
      pages.filter((page) => !isSized(page)).map(({ number, kind }) => [number, kind ?? 'page']),
    );
    const headings = blocks.filter((block) => block.kind === 'heading');
    this.#isTitled = headings[0]?.level === 1 && headings.filter(({ level }) => level === 1).length === 1;
  }

  add(block: Block): void {
    if (block.kind !== 'item' && block.inside === undefined) this.#lists = [];
    if (block.kind !== 'field') this.#form = undefined;
    switch (block.kind) {
      case 'rule':
        return;
      case 'item':
        return this.#item(block);
      case 'table':
        return this.#table(block);
      case 'figure':
        return this.#figure(block);
      case 'field':
        return this.#field(block);
      default:
        return this.#text(block);
    }
  }

  /** Returns the node that contains a block: an item of a list, the group of a slide or sheet, or the document. */
  #parentOf({ page, inside }: Block): Node {
    const item =
      inside === undefined ? undefined : this.#lists.findLast(({ depth }) => depth <= inside)?.item;
    return item ?? this.#pageGroup(page);
  }

  /**
   * docling can store the page of a block only together with a box. Blocks on a page without a size are
   * therefore put into one group for each page.
   */
  #pageGroup(number: number | undefined): Node {
    const kind = number === undefined ? undefined : this.#unsized.get(number);
    if (number === undefined || kind === undefined) return this.tree.body;
    if (this.#page?.number !== number) {
      const label = kind === 'slide' || kind === 'sheet' ? kind : 'unspecified';
      const group = this.tree.add('groups', this.tree.body, { label, name: `${kind}-${number}` });
      this.#page = { number, group };
      this.#lists = [];
    }
    return this.#page.group;
  }

  #text(block: Exclude<Block, BlockOf<'item' | 'table' | 'figure' | 'field' | 'rule'>>): void {
    this.#pictured(block, addText(this.tree, this.#parentOf(block), block, this.#kindOf(block)));
  }

  #kindOf(block: Block): TextKind {
    switch (block.kind) {
      case 'heading':
        return this.#headingKind(block);
      case 'formula':
        return { label: 'formula', ...(block.tex === undefined ? {} : { text: block.tex }) };
      case 'code':
        return {
          label: 'code',
          code_language: codeLanguageOf(block.programming_language),
          ...floating(),
        };
      case 'footnote':
        return { label: 'footnote' };
      case 'header':
        return { label: 'page_header', content_layer: 'furniture' };
      case 'footer':
      case 'page_number':
        return { label: 'page_footer', content_layer: 'furniture' };
      case 'comment':
      case 'note':
        return { label: 'text', content_layer: 'notes' };
      default:
        return { label: 'text', isInline: true };
    }
  }

  #headingKind({ level, style }: BlockOf<'heading'>): TextKind {
    if (style === 'title' || (this.#isTitled && level === 1)) return { label: 'title' };
    return { label: 'section_header', level: this.#isTitled ? level - 1 : level };
  }

  #item(block: BlockOf<'item'>): void {
    const page = this.#pageGroup(block.page);
    while ((this.#lists.at(-1)?.depth ?? -1) > block.depth) this.#lists.pop();
    const top = this.#lists.at(-1);
    const isSame = top?.depth === block.depth;
    const group = isSame
      ? top.group
      : this.tree.add('groups', top?.item ?? page, { label: 'list', name: 'list' });
    const { checked, marker } = block;
    const kind: TextKind =
      checked === undefined
        ? { label: 'list_item', isInline: true, enumerated: /[\p{L}\p{N}]/u.test(marker), marker }
        : { label: checked ? 'checkbox_selected' : 'checkbox_unselected' };
    const item = addText(this.tree, group, block, kind);
    if (isSame) this.#lists.pop();
    this.#lists.push({ depth: block.depth, group, item });
    this.#pictured(block, item);
  }

  #table(block: BlockOf<'table'>): void {
    const table = this.tree.add('tables', this.#parentOf(block), {
      label: 'table',
      prov: provenanceOf(block, 0, 0),
      ...floating(),
      data: tableData(block),
      annotations: [],
    });
    this.#caption(table, block.caption);
  }

  #figure(block: BlockOf<'figure'>): void {
    const { picture: id, alternative, caption } = block;
    const figure = this.#picture(this.#parentOf(block), id, alternative, provenanceOf(block, 0, 0));
    this.#caption(figure, caption);
  }

  #picture(parent: Node, id: string | undefined, alternative = '', prov: object[] = []): Node {
    const picture = id === undefined ? undefined : this.#pictures.get(id);
    const image = picture && imageOf(picture);
    return this.tree.add('pictures', parent, {
      label: 'picture',
      prov,
      ...floating(),
      ...(image ? { image } : {}),
      ...(alternative ? { meta: { description: { text: alternative } } } : {}),
      annotations: [],
    });
  }

  #caption(node: Node, text: string | undefined): void {
    if (!text) return;
    const caption = this.tree.add('texts', node, { label: 'caption', prov: [], orig: text, text });
    (node['captions'] as object[]).push(referenceTo(caption));
  }

  /** Adds the pictures in the text of a block. The pictures are added after the text. */
  #pictured({ runs = [] }: Block, parent: Node): void {
    for (const { picture, text } of runs) if (picture !== undefined) this.#picture(parent, picture, text);
  }

  /** Adds a field to the form of the previous field, or to a new form. */
  #field(block: BlockOf<'field'>): void {
    const { name, value = '', type } = block;
    const form = (this.#form ??= this.#newForm(block));
    const key = { label: 'key', cell_id: form.cells.length, text: name, orig: name };
    const [prov] = provenanceOf(block, 0, value.length);
    form.links.push({
      label: 'to_value',
      source_cell_id: form.cells.length,
      target_cell_id: form.cells.length + 1,
    });
    form.cells.push(key, {
      label: type === 'checkbox' || type === 'radio' ? 'checkbox' : 'value',
      cell_id: form.cells.length + 1,
      text: value,
      orig: value,
      ...(prov ? { prov } : {}),
    });
  }

  #newForm(block: Block): Form {
    const graph: Form = { cells: [], links: [] };
    this.tree.add('form_items', this.#parentOf(block), {
      label: 'form',
      prov: [],
      ...floating(),
      graph,
    });
    return graph;
  }
}
