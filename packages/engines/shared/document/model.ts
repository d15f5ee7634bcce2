/**
 * The block model of documents: the types that the readers and writers of `doc.json` share. The schema is in a separate
 * file, because loading its library takes longer than the conversion of a short document.
 */
import type { CellSchema, DocumentSchema, PictureSchema, RunSchema } from './schema.ts';
import { schemaName, schemaVersion } from './names.ts';

export type Document = DocumentSchema;
export type Block = Document['blocks'][number];
export type Run = RunSchema;
export type Cell = CellSchema;
export type Picture = PictureSchema;
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;
export type TableBlock = BlockOf<'table'>;

/**
 * Returns whether the block is a field whose value is shown in other blocks. A block for a PDF form field has no text,
 * because the text of the page already contains the value of the field.
 */
const isShownElsewhere = ({ kind, text }: Block): boolean => kind === 'field' && text === '';

/** Kinds of blocks that belong to pages and not to the text. */
const aroundPages = new Set<Block['kind']>(['header', 'footer', 'page_number']);

/** Returns whether running text, such as Markdown, leaves out the block. */
export const isLeftOut = (block: Block): boolean => aroundPages.has(block.kind) || isShownElsewhere(block);

/** Returns a document without content. */
export const emptyDocument = (): Document => ({
  schema: schemaName,
  version: schemaVersion,
  metadata: {},
  pages: [],
  blocks: [],
  pictures: [],
});
