/** Adds the fields of forms to the blocks of a document. */
import type { Block, BlockOf } from '../../../shared/document/model.ts';
import type { DocumentPage } from '../blocks.ts';
import type { Box } from '../page-data.ts';

/** Inserts the form fields into the blocks. Each form field follows the text to its left or above it. */
export function withFields(blocks: readonly Block[], pages: readonly DocumentPage[]): Block[] {
  const result = [...blocks];
  for (const { number: page, fields = [] } of pages) {
    for (const { box, ...field } of fields) {
      const block: BlockOf<'field'> = { kind: 'field', ...field, page, box: [...box], text: '' };
      result.splice(placeOf(result, page, box), 0, block);
    }
  }
  return result;
}

/** Returns the index in `blocks` at which the block of a field is inserted. */
function placeOf(blocks: readonly Block[], page: number, field: Box): number {
  const before = blocks.findLastIndex((block) => isBefore(block, page, field));
  if (before >= 0) return before + 1;
  const first = blocks.findIndex((block) => (block.page ?? 0) >= page);
  return first < 0 ? blocks.length : first;
}

function isBefore({ kind, page, box }: Block, on: number, [left, top, , bottom]: Box): boolean {
  if (page !== on || box === undefined || kind === 'footer' || kind === 'page_number') return false;
  const middle = (top + bottom) / 2;
  return box[3] <= middle || (box[1] <= middle && box[0] <= left);
}
