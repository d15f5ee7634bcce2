/** Writes pages, and the places of blocks on pages, in docling's format. */
import type { Block, Document } from '../model.ts';

type Sized = Document['pages'][number] & { width: number; height: number };

export const isSized = (page: Document['pages'][number]): page is Sized =>
  page.width !== undefined && page.height !== undefined;

/** Returns the pages by number. docling requires the size of a page, so pages without a size are left out. */
export const pagesOf = ({ pages }: Document) =>
  Object.fromEntries(
    pages
      .filter(isSized)
      .map(({ number, width, height }) => [String(number), { size: { width, height }, page_no: number }]),
  );

export interface Provenance {
  page_no: number;
  bbox: { l: number; t: number; r: number; b: number; coord_origin: 'TOPLEFT' };
  charspan: [number, number];
}

/** Returns the places of a part of a block: the characters from `start` to `end`. */
export function provenanceOf(
  { page, box, continued = [] }: Pick<Block, 'page' | 'box' | 'continued'>,
  start: number,
  end: number,
): Provenance[] {
  const first = page === undefined || box === undefined ? [] : [{ page, box }];
  return [...first, ...continued].map((place) => {
    const [l, t, r, b] = place.box;
    return { page_no: place.page, bbox: { l, t, r, b, coord_origin: 'TOPLEFT' }, charspan: [start, end] };
  });
}
