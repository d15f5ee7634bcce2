/** Computes the confidence of text recognition for each block. */
import type { Block, DocumentPage } from './blocks.ts';
import { holds } from './boxes.ts';
import type { RecognizedWord } from './page-data.ts';

export class Confidences {
  readonly #words: ReadonlyMap<number, readonly RecognizedWord[]>;

  constructor(pages: readonly DocumentPage[]) {
    this.#words = new Map(pages.map(({ number, recognized = [] }) => [number, recognized]));
  }

  /**
   * Returns the mean confidence of the recognized words in the box of a block, or an empty object if the box has no
   * recognized words.
   */
  of({ kind, page, box }: Block): { confidence?: number } {
    if (kind === 'figure') return {};
    const inside = (this.#words.get(page) ?? []).filter(({ box: [left, top, right, bottom] }) =>
      holds(box, (left + right) / 2, (top + bottom) / 2),
    );
    if (inside.length === 0) return {};
    const sum = inside.reduce((total, { confidence }) => total + confidence, 0);
    return { confidence: Math.round((sum / inside.length) * 100) / 100 };
  }
}
