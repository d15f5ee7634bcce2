/** Classifies pages by how their content is stored. */
import type { PageKind } from './blocks.ts';
import { around } from './boxes.ts';
import type { PageWithoutGlyphs } from './page-data.ts';
import type { Piece } from './pieces.ts';

/** Minimum share of the page's area that pictures cover if they may contain text. */
const largePictures = 0.3;

export function kindOf(page: PageWithoutGlyphs, pieces: readonly Piece[]): PageKind {
  const { shapes, pictures, isOcr } = page;
  if (pieces.length + shapes.length + pictures.length === 0) return 'blank';
  if (pieces.length === 0 || isOcr) return pictures.length + shapes.length > 0 ? 'scan' : 'text';
  return isPictured(page) ? 'mixed' : 'text';
}

function isPictured({ width, height, pictures }: PageWithoutGlyphs): boolean {
  if (pictures.length === 0) return false;
  const [x0, y0, x1, y1] = around(pictures.map(({ box }) => box));
  return (x1 - x0) * (y1 - y0) > largePictures * width * height;
}
