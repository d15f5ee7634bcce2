/** Changes of category that a person would ask for; a chain of several steps may change category only along a row. */
import type { Category } from '../formats/format.ts';

export interface Crossing {
  from: Category;
  to: Category;
  /** A category the chain may pass through on its way, besides the two ends. */
  through?: Category;
}

export const crossings: readonly Crossing[] = [
  { from: 'document', to: 'image' },
  { from: 'document', to: 'ebook' },
  { from: 'image', to: 'document' },
  { from: 'spreadsheet', to: 'document' },
  { from: 'spreadsheet', to: 'image', through: 'document' },
  { from: 'spreadsheet', to: 'data' },
  { from: 'data', to: 'spreadsheet' },
  { from: 'ebook', to: 'document' },
  { from: 'ebook', to: 'image', through: 'document' },
  { from: 'video', to: 'audio' },
  { from: 'video', to: 'image' },
];
